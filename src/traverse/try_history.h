// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace graze::detail {

struct Hierarchy;

/// Whether tries (tries-inl.h) are worth their time for the two models that were asked about last: where many in a row
/// found nothing, most queries go without. Only how long a query takes depends on it.
class TryHistory {
 public:
  bool worth(const Hierarchy& a, const Hierarchy& b) {
    if (a_ != &a || b_ != &b) {
      a_ = &a;
      b_ = &b;
      vain_ = 0;
    }
    return vain_ < kMostInVain || ++without_ % kEvery == 0;
  }
  void found() { vain_ = 0; }
  void found_nothing() {
    ++vain_;
    without_ = 0;
  }

 private:
  // Where one try in ten finds a hit, which pays for the others (a car's hood on U: hits 500 ns sooner, the others 7 to
  // 18 later), so many in vain are rare (8 %). Two hands that just miss (hands): 4 % less time.
  static constexpr std::uint32_t kMostInVain = 24, kEvery = 16;

  const Hierarchy* a_ = nullptr;  // compared, never read
  const Hierarchy* b_ = nullptr;
  std::uint64_t vain_ = 0;     // in a row
  std::uint64_t without_ = 0;  // since the last
};

}  // namespace graze::detail
