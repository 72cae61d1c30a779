// SPDX-License-Identifier: Apache-2.0
#include "registry.h"

#include <stdexcept>

namespace graze::bench {
namespace {

const std::vector<RivalEntry>& entries() {
  static const std::vector<RivalEntry> kEntries = [] {
    std::vector<RivalEntry> list;
#ifdef GRAZE_RIVAL_FCL
    add_fcl(list);
#endif
#ifdef GRAZE_RIVAL_BULLET
    add_bullet(list);
#endif
#ifdef GRAZE_RIVAL_ODE
    add_ode(list);
#endif
#ifdef GRAZE_RIVAL_EMBREE
    add_embree(list);
#endif
#ifdef GRAZE_RIVAL_CGAL
    add_cgal(list);
#endif
    return list;
  }();
  return kEntries;
}

}  // namespace

std::vector<std::string> rival_names() {
  std::vector<std::string> names;
  for (const RivalEntry& entry : entries()) names.push_back(entry.name);
  return names;
}

std::unique_ptr<Rival> make_rival(std::string_view name) {
  std::string known;
  for (const RivalEntry& entry : entries()) {
    if (entry.name == name) return entry.make();
    known += (known.empty() ? "" : ", ") + entry.name;
  }
  throw std::invalid_argument("no rival '" + std::string(name) + "' here; there are: " + known);
}

}  // namespace graze::bench
