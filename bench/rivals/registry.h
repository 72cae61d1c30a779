// SPDX-License-Identifier: Apache-2.0
// Where each adapter puts its rivals.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rival.h"

namespace graze::bench {

struct RivalEntry {
  std::string name;
  std::function<std::unique_ptr<Rival>()> make;
};

void add_fcl(std::vector<RivalEntry>& entries);
void add_bullet(std::vector<RivalEntry>& entries);
void add_ode(std::vector<RivalEntry>& entries);
void add_embree(std::vector<RivalEntry>& entries);
void add_cgal(std::vector<RivalEntry>& entries);

}  // namespace graze::bench
