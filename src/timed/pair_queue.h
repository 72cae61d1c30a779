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
  struct Entry {
    Ref a, b;
    float depth;
    std::uint32_t next;
  };
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

 public:
  static constexpr std::uint32_t kBuckets = 64;
  static constexpr float kLowest = -7, kHighest = 5;
  static constexpr float kPerScore = kBuckets / (kHighest - kLowest), kStep = (kHighest - kLowest) / kBuckets;
  static constexpr std::size_t kCapacity = 8192, kLeast = 256;

  static float score_of(std::uint32_t bucket) { return kLowest + (static_cast<float>(bucket) + 0.5f) * kStep; }

  /// Room for so many pairs at first, a power of two; it grows to kCapacity.
  explicit PairQueue(std::size_t room) : entries_(room) {
    heads_.fill(kNone);
    for (std::uint32_t i = 0; i < kBuckets; ++i) {
      const auto score = static_cast<double>(score_of(i));
      odds_[i] = std::log1p(std::exp(score));
      chance_[i] = 1 / (1 + std::exp(-score));
    }
  }

  /// The probability that a score stands for.
  double chance(std::uint32_t bucket) const { return chance_[bucket]; }

  void clear() {
    for (; filled_ != 0; filled_ &= filled_ - 1) heads_[static_cast<std::size_t>(std::countr_zero(filled_))] = kNone;
    used_ = 0;
    size_ = 0;
    free_ = kNone;
    overflow_.clear();
    mass_ = 0;
  }

  void push(const WaitingPair& pair) {
    if (used_ == entries_.size() && used_ < kCapacity) entries_.resize(2 * entries_.size());
    mass_ += odds_[pair.bucket];
    ++size_;
    std::uint32_t at = free_;
    if (used_ < kCapacity) {
      at = used_++;
    } else if (at != kNone) {
      free_ = entries_[at].next;
    } else {
      overflow_.push_back(pair);
      return;
    }
    entries_[at] = {pair.a, pair.b, pair.depth, heads_[pair.bucket]};
    heads_[pair.bucket] = at;
    filled_ |= std::uint64_t{1} << pair.bucket;
  }

  /// So many at once need not look whether there is room.
  static constexpr std::size_t kMany = 32;
  bool has_room() const { return used_ + kMany <= entries_.size(); }

  /// Adds up to kMany pairs where there is room for them. Members are read and written once: the compiler cannot know
  /// that entries do not alias them.
  class Many {
   public:
    explicit Many(PairQueue& queue)
        : queue_(queue),
          entries_(queue.entries_.data()),
          filled_(queue.filled_),
          mass_(queue.mass_),
          at_(queue.used_) {}
    Many(const Many&) = delete;
    Many& operator=(const Many&) = delete;
    ~Many() {
      queue_.filled_ = filled_;
      queue_.mass_ = mass_;
      queue_.size_ += at_ - queue_.used_;
      queue_.used_ = at_;
    }

    void push(const WaitingPair& pair) {
      std::uint32_t& head = queue_.heads_[pair.bucket];
      mass_ += queue_.odds_[pair.bucket];
      entries_[at_] = {pair.a, pair.b, pair.depth, head};
      head = at_++;
      filled_ |= std::uint64_t{1} << pair.bucket;
    }

   private:
    PairQueue& queue_;
    Entry* entries_;
    std::uint64_t filled_;
    double mass_;
    std::uint32_t at_;
  };

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// The pair that `pop` would return.
  WaitingPair top() const {
    if (!overflow_.empty()) return overflow_.back();
    const std::uint32_t bucket = best();
    return pair_at(heads_[bucket], bucket);
  }

  WaitingPair pop() {
    const WaitingPair pair = top();
    mass_ -= odds_[pair.bucket];
    --size_;
    if (!overflow_.empty()) {
      overflow_.pop_back();
      return pair;
    }
    const std::uint32_t at = heads_[pair.bucket], next = entries_[at].next;
    heads_[pair.bucket] = next;
    if (next == kNone) filled_ &= ~(std::uint64_t{1} << pair.bucket);
    entries_[at].next = free_;
    entries_[at].depth = 0;  // for deepest()
    free_ = at;
    return pair;
  }

  /// Σ ln(1 + e^score) over all pairs: how many would meet if their scores were odds and they did not depend on each
  /// other. Sums of differences: never below zero by more than rounding.
  double mass() const { return mass_; }

  /// About how many nanoseconds `deepest` takes.
  std::size_t walk() const { return 3 * (used_ + overflow_.size()) / 8; }

  /// The largest depth of a pair that waits.
  float deepest() const {
    float part[8] = {};  // one after the other each comparison would wait for the last: 1.4 ns instead of 0.3
    std::uint32_t i = 0;
    for (; i + 8 <= used_; i += 8) {
      for (std::uint32_t k = 0; k < 8; ++k) part[k] = std::max(part[k], entries_[i + k].depth);
    }
    for (; i < used_; ++i) part[0] = std::max(part[0], entries_[i].depth);
    float out = *std::max_element(part, part + 8);
    for (const WaitingPair& pair : overflow_) out = std::max(out, pair.depth);
    return out;
  }

  /// All pairs, those of the best score first but for what waits on the stack, as long as `visit` returns true.
  template <class Visit>
  void visit(const Visit& visit) const {
    for (const WaitingPair& pair : overflow_) {
      if (!visit(pair)) return;
    }
    for (std::uint64_t left = filled_; left != 0;) {
      const auto bucket = static_cast<std::uint32_t>(63 - std::countl_zero(left));
      left &= ~(std::uint64_t{1} << bucket);
      for (std::uint32_t at = heads_[bucket]; at != kNone; at = entries_[at].next) {
        if (!visit(pair_at(at, bucket))) return;
      }
    }
  }

 private:
  WaitingPair pair_at(std::uint32_t at, std::uint32_t bucket) const {
    return {entries_[at].a, entries_[at].b, entries_[at].depth, bucket};
  }

  std::uint32_t best() const { return static_cast<std::uint32_t>(63 - std::countl_zero(filled_)); }

  std::array<std::uint32_t, kBuckets> heads_;  // kNone: empty, and its bit in filled_ is not set
  std::uint64_t filled_ = 0;
  std::vector<Entry> entries_;
  std::uint32_t used_ = 0, free_ = kNone;
  std::size_t size_ = 0;
  std::vector<WaitingPair> overflow_;
  double mass_ = 0;
  std::array<double, kBuckets> odds_, chance_;  // ln(1 + e^score) and 1 / (1 + e^-score) of a bucket
};

}  // namespace graze::detail
