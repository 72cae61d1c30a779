// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "graze/front.h"
#include "query/placement.h"
#include "query/workspace.h"
#include "traverse/front.h"

namespace graze {

namespace detail {

/// Whether something that costs now and pays later is worth its while: an account in estimated nanoseconds. Whoever
/// overdraws it rests, for twice as long each time, so that what never pays costs little.
class Account {
 public:
  /// `failures`: as many are taken for granted, for what costs much to try.
  explicit Account(double credit, int failures = 0) : credit_(credit), least_(failures), failures_(failures) {}

  bool resting() const { return rest_ > 0; }
  void pass() { rest_ = std::max(0, rest_ - 1); }
  /// `unit`: the cost of a query that does without.
  void add(double gain, double unit) {
    balance_ = std::min(balance_ + gain, credit_ * unit);
    if (balance_ < -credit_ * unit) {
      rest();
    } else if (balance_ > 0.5 * credit_ * unit) {
      failures_ = least_;
    }
  }
  void rest() {
    rest_ = kRest << failures_;
    failures_ = std::min(failures_ + 1, kMostFailures);
    balance_ = 0;
  }
  void reset() { *this = Account(credit_, least_); }

 private:
  static constexpr int kRest = 64, kMostFailures = 5;
  double credit_;  // in units
  double balance_ = 0;
  int rest_ = 0;
  int least_;
  int failures_;
};

}  // namespace detail

struct Front::Impl {
  Workspace::Impl workspace;
  std::optional<Model> a, b;  // shared, so that no other model can get their addresses
  FrontCounters counters;

  bool has_last = false;
  detail::Placement last{};  // of the previous query
  double step = 0;           // from the one before to that one
  int jumps = 0;             // in a row
  bool last_met = false;
  /// Packets that met lately, the last first.
  struct Witness {
    std::uint32_t a, b;
  };
  static constexpr std::size_t kWitnesses = 3;
  std::array<Witness, kWitnesses> witness{};
  std::size_t witnesses = 0;     // of these
  int misses = 0;                // of witnesses, in a row
  double plain_cost[2][2] = {};  // [any][met], estimated; 0: not known

  // Clearance: nothing was within `clear` units at `base`.
  bool has_clear = false;
  double clear = 0;
  detail::Placement base{};
  double stride = 0;  // steps that the next search is to clear
  detail::Account clearing{2};

  // Planes between pairs of volumes and of leaves.
  detail::FrontPairs pairs;
  bool can_keep = false;
  bool boxes = false;  // oriented ones, on both sides
  double leaf = 0;     // the radius of the smaller model's
  int long_row = 0;    // plain queries in a row that took long
  bool has_pairs = false;
  std::size_t built = 0;      // entries after the first complete query since the start; 0: none yet
  double start_cost = 0;      // of that query
  double excess = 0;          // spent since on entries that came later
  int age = 0;                // queries since the last plain one
  detail::Placement timed{};  // where the clock was last advanced
  double clock = 0;
  detail::Account keeping{8};
};

}  // namespace graze
