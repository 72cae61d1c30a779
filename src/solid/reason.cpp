// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "graze/solid.h"

namespace graze {
namespace {

std::string counted(std::size_t n, const char* what) { return std::to_string(n) + " " + what + (n == 1 ? "" : "s"); }

std::string around(const Vec3& v) {
  std::ostringstream text;
  text.precision(4);
  text << "around (" << v.x << ", " << v.y << ", " << v.z << ")";
  return text.str();
}

/// " around (...)" of one, ", the largest around (...)" of several.
std::string place(std::size_t count, const Vec3& centre) {
  return (count == 1 ? " " : ", the largest ") + around(centre);
}

std::string patches(const std::vector<Patch>& all, const char* what) {
  std::size_t triangles = 0;
  for (const Patch& patch : all) triangles += patch.triangles.size();
  return counted(all.size(), what) + " of " + counted(triangles, "triangle") + (all.size() > 1 ? " in all" : "") +
         place(all.size(), all[0].centre);
}

}  // namespace

std::string SolidReport::reason() const {
  std::string text;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (!open_edges.empty()) {
    add("not closed: " + counted(open_edges.size(), "open edge") + " in " + counted(holes.size(), "hole") +
        place(holes.size(), holes[0].centre));
  }
  if (!misoriented_edges.empty()) {
    std::string more = "not oriented: faces disagree at " + counted(misoriented_edges.size(), "edge");
    if (one_sided) {
      more += ", and the surface is one-sided: no turning of triangles helps";
    } else if (!flipped.empty()) {
      more += "; " + patches(flipped, "flipped part");
    }
    add(more);
  }
  if (!inside_out.empty()) add("inside out: " + patches(inside_out, "component"));
  if (!text.empty()) return text;
  return solid ? "closed and oriented" : "no triangles with an area";
}

}  // namespace graze
