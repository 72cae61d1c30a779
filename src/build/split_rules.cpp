// SPDX-License-Identifier: Apache-2.0
#include "build/split_rules.h"

#include <array>
#include <vector>

namespace graze::detail {

// One line a rule. The first five are those that Split names, in its order.
#define GRAZE_SPLIT_RULES(RULE) \
  RULE(kLongestSideRule)        \
  RULE(kMinSumRule)             \
  RULE(kMinMaxRule)             \
  RULE(kSplatterRule)           \
  RULE(kSahRule)                \
  RULE(kWidestGapRule)

#define GRAZE_DECLARE(rule) extern const SplitRule rule;
GRAZE_SPLIT_RULES(GRAZE_DECLARE)

namespace {

#define GRAZE_LIST(rule) &rule,
constexpr auto kRules = std::to_array<const SplitRule*>({GRAZE_SPLIT_RULES(GRAZE_LIST)});

/// The rules that Split names, and the number of the first that it does not.
constexpr std::size_t kNamed = static_cast<std::size_t>(Split::sah);
constexpr std::size_t kFirstRegistered = 64;

std::vector<Split> list_splits() {
  std::vector<Split> all;
  for (std::size_t i = 0; i < kRules.size(); ++i) {
    all.push_back(static_cast<Split>(i < kNamed ? i + 1 : kFirstRegistered + i - kNamed));
  }
  return all;
}

}  // namespace

const SplitRule* rule_of(Split split) {
  const auto number = static_cast<std::size_t>(split);
  if (number >= 1 && number <= kNamed) return kRules[number - 1];
  return number >= kFirstRegistered && number - kFirstRegistered < kRules.size() - kNamed
             ? kRules[number - kFirstRegistered + kNamed]
             : nullptr;
}

std::uint64_t rule_key(Split split) {
  const SplitRule* rule = rule_of(split);
  if (rule == nullptr || static_cast<std::size_t>(split) <= kNamed) return 0;
  std::uint64_t hash = 0xCBF29CE484222325u;  // FNV-1a
  for (const char c : rule->name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

}  // namespace graze::detail

namespace graze {

std::span<const Split> all_splits() {
  static const std::vector<Split> all = detail::list_splits();
  return all;
}

}  // namespace graze
