// SPDX-License-Identifier: Apache-2.0
#include "traverse/isa.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string>

#include "graze/query.h"
#include "hwy/highway.h"
#include "hwy/targets.h"

namespace graze::detail {
namespace {

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::toupper(c); });
  return out;
}

/// Highway numbers better targets lower.
std::vector<long long> targets_here() {
  std::vector<long long> targets;
  hwy::SetSupportedTargetsForTest(0);
  const long long all = hwy::SupportedTargets() & HWY_TARGETS;
  for (int bit = 0; bit < 63; ++bit) {
    if ((all >> bit) & 1) targets.push_back(1LL << bit);
  }
  return targets;
}

void select(long long targets) {
  hwy::SetSupportedTargetsForTest(targets);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

const std::vector<long long>& all_targets() {
  static const std::vector<long long> targets = targets_here();
  return targets;
}

}  // namespace

std::vector<std::string_view> available_isas() {
  std::vector<std::string_view> names;
  for (const long long target : all_targets()) names.emplace_back(hwy::TargetName(target));
  return names;
}

bool use_isa(std::string_view name) {
  if (name.empty()) {
    select(0);
    return true;
  }
  for (const long long target : all_targets()) {
    if (upper(name) == upper(hwy::TargetName(target))) {
      select(target);
      return true;
    }
  }
  return false;
}

constinit std::atomic<bool> isa_is_known{false};

void read_isa() {
  static const bool once = [] {
    const char* wanted = std::getenv("GRAZE_ISA");
    if (wanted == nullptr || !use_isa(wanted)) select(0);
    return true;
  }();
  isa_is_known.store(once, std::memory_order_release);
}

}  // namespace graze::detail

namespace graze {

std::string_view instruction_set() {
  detail::init_isa();
  const long long supported = hwy::SupportedTargets() & HWY_TARGETS;
  return hwy::TargetName(supported & -supported);
}

}  // namespace graze
