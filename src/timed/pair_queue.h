// SPDX-License-Identifier: Apache-2.0
// Pairs of nodes by their score, the likeliest to meet first: 64 buckets with a bitmap, last in first out within one
// (TIMED, "queue"). Of bounded size; what does not fit waits on a stack that is worked off first, which is depth-first
// search and keeps that stack short.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "build/hierarchy.h"

namespace graze::detail {

struct WaitingPair {
  Ref a, b;
  float depth;  // by which the boxes overlap along the face that parts them soonest
  std::uint32_t bucket;
};

class PairQueue {
 public:
  static constexpr std::uint32_t kBuckets = 64;
  static constexpr float kLowest = -7, kHighest = 5;
  static constexpr float kPerScore = kBuckets / (kHighest - kLowest);
  static constexpr std::size_t kCapacity = 8192;

  static std::uint32_t bucket_of(float score) {
    const float at = (score - kLowest) * kPerScore;
    return at >= 1 ? static_cast<std::uint32_t>(at < kBuckets - 1 ? at : kBuckets - 1) : 0;  // 0 also for NaN
  }
  static float score_of(std::uint32_t bucket) { return kLowest + (static_cast<float>(bucket) + 0.5f) / kPerScore; }

  void clear() {
    heads_.fill(kNone);
    filled_ = 0;
    used_ = 0;
    size_ = 0;
    free_ = kNone;
    overflow_.clear();
    mass_ = 0;
  }

  void push(const WaitingPair& pair) {
    mass_ += odds(pair.bucket);
    ++size_;
    std::uint32_t at = free_;
    if (at != kNone) {
      free_ = entries_[at].next;
    } else if (used_ < kCapacity) {
      if (used_ == entries_.size()) entries_.resize(std::max<std::size_t>(256, 2 * entries_.size()));
      at = used_++;
    } else {
      overflow_.push_back(pair);
      return;
    }
    entries_[at] = {pair, heads_[pair.bucket]};
    heads_[pair.bucket] = at;
    filled_ |= std::uint64_t{1} << pair.bucket;
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// The pair that `pop` would return.
  const WaitingPair& top() const { return overflow_.empty() ? entries_[heads_[best()]].pair : overflow_.back(); }

  WaitingPair pop() {
    const WaitingPair pair = top();
    mass_ -= odds(pair.bucket);
    --size_;
    if (!overflow_.empty()) {
      overflow_.pop_back();
      return pair;
    }
    const std::uint32_t at = heads_[pair.bucket];
    heads_[pair.bucket] = entries_[at].next;
    if (heads_[pair.bucket] == kNone) filled_ &= ~(std::uint64_t{1} << pair.bucket);
    entries_[at].next = free_;
    free_ = at;
    return pair;
  }

  /// Σ ln(1 + e^score) over all pairs: how many would meet if their scores were odds and they did not depend on each
  /// other. Sums of differences: never below zero by more than rounding.
  double mass() const { return mass_; }

  template <class Visit>
  void visit(const Visit& visit) const {
    for (const WaitingPair& pair : overflow_) visit(pair);
    for (std::uint64_t left = filled_; left != 0;) {
      const auto bucket = static_cast<std::uint32_t>(63 - std::countl_zero(left));
      left &= ~(std::uint64_t{1} << bucket);
      for (std::uint32_t at = heads_[bucket]; at != kNone; at = entries_[at].next) visit(entries_[at].pair);
    }
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  struct Entry {
    WaitingPair pair;
    std::uint32_t next;
  };

  static double odds(std::uint32_t bucket) {
    static const std::array<double, kBuckets> table = [] {
      std::array<double, kBuckets> out;
      for (std::uint32_t i = 0; i < kBuckets; ++i) out[i] = std::log1p(std::exp(static_cast<double>(score_of(i))));
      return out;
    }();
    return table[bucket];
  }

  std::uint32_t best() const { return static_cast<std::uint32_t>(63 - std::countl_zero(filled_)); }

  std::array<std::uint32_t, kBuckets> heads_;
  std::uint64_t filled_ = 0;
  std::vector<Entry> entries_;
  std::uint32_t used_ = 0, free_ = kNone;
  std::size_t size_ = 0;
  std::vector<WaitingPair> overflow_;
  double mass_ = 0;
};

}  // namespace graze::detail
