// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "geometry/vec.h"
#include "traverse/isa.h"
#include "traverse/study.h"
#include "volumes/dop_polytope.h"

namespace graze::detail {
namespace {

/// Leaf pairs are tested when this many wait.
constexpr std::size_t kLeafQueue = 8;

StudyState& study_of(TraversalState& state) {
  if (state.study == nullptr) state.study = std::make_shared<StudyState>();
  return *state.study;
}

/// The extents of a k-DOP along further directions, from its corners.
void extents_along(const DirectionSet& set, const double* lower, const double* upper, const std::vector<Vec3>& along,
                   double* out) {
  DopPolytope polytope;
  polytope.build(set, {lower, set.count()}, {upper, set.count()});
  const std::size_t count = along.size();
  std::fill(out, out + count, HUGE_VAL);
  std::fill(out + count, out + 2 * count, -HUGE_VAL);
  if (polytope.corners().empty()) {  // rounding: never apart
    std::fill(out, out + count, -HUGE_VAL);
    std::fill(out + count, out + 2 * count, HUGE_VAL);
  }
  for (const Vec3& p : polytope.corners()) {
    for (std::size_t i = 0; i < count; ++i) {
      const double x = dot(along[i], p);
      out[i] = std::min(out[i], x);
      out[count + i] = std::max(out[count + i], x);
    }
  }
}

}  // namespace

const char* study_refusal(const Hierarchy& a, const Hierarchy& b) {
  const DirectionSet* set_a = directions_of(a);
  const DirectionSet* set_b = directions_of(b);
  if (set_a == nullptr || set_b == nullptr) return "Method::study needs models of k-DOPs or axis-aligned boxes";
  if (!(*set_a == *set_b)) return "Method::study needs models with k-DOPs of the same directions";
  return nullptr;
}

StudySearch::StudySearch(const PairQuery& query, const StudyOptions& options, bool any, TraversalState& state)
    : query_(query),
      options_(options),
      any_(any),
      state_(state),
      study_(study_of(state)),
      set_(*directions_of(query.a)),
      slabs_(query.a, set_),
      tumbler_(query, set_, options.tumbling, study_),
      test_(leaf_tester(any, query.margin > 0)),
      intervals_(options.intervals == 0 ? set_.count() : std::min<std::size_t>(options.intervals, set_.count())) {
  init_isa();
  state.leaves.size = 0;
  study_.counters = {};
  if (options.closure) {
    study_.closure_b.start(query.b.node_count() * query.b.layout.lanes, 2 * study_.closure.size());
  }
}

const std::uint8_t* StudySearch::order(std::size_t slot_a) {
  return study_.order_a.get(slot_a, [&](std::uint8_t* out) {
    const SlabReader::Slabs slabs = slabs_(slot_a);
    for (std::size_t i = 0; i < set_.count(); ++i) out[i] = static_cast<std::uint8_t>(i);
    // By number where equal: a stable sort would allocate.
    std::sort(out, out + set_.count(), [&](std::uint8_t i, std::uint8_t j) {
      const float half_i = slabs.half[i * slabs.step], half_j = slabs.half[j * slabs.step];
      return half_i < half_j || (half_i == half_j && i < j);
    });
  });
}

bool StudySearch::overlap(std::size_t slot_a, std::size_t slot_b) {
  ++state_.counters.volume_tests;
  const SlabReader::Slabs a = slabs_(slot_a);
  const Tumbler::Intervals b = tumbler_(slot_b, state_.counters.node_updates);
  const std::uint8_t* sequence = options_.order == IntervalOrder::thinnest ? order(slot_a)
                                 : options_.order == IntervalOrder::spread ? set_.spread().data()
                                                                           : nullptr;
  std::uint64_t comparisons = 0;
  const auto apart = [&](std::size_t i) {
    ++comparisons;
    if (b.lower[i] > a.upper(i)) return true;
    ++comparisons;
    return b.upper[i] < a.lower(i);
  };
  for (std::size_t k = 0; k < intervals_; ++k) {
    if (!apart(sequence != nullptr ? sequence[k] : k)) continue;
    study_.counters.comparisons += comparisons;
    study_.counters.disjoint_comparisons += comparisons;
    return false;
  }
  study_.counters.comparisons += comparisons;
  if (options_.closure && apart_in_closure(slot_a, slot_b)) return false;
  ++study_.counters.overlaps;
  return true;
}

bool StudySearch::apart_in_closure(std::size_t slot_a, std::size_t slot_b) {
  const std::size_t count = study_.closure.size();
  const double* a = study_.closure_a.get(slot_a, [&](double* out) {
    const SlabReader::Slabs slabs = slabs_(slot_a);
    double lower[kMostDirections], upper[kMostDirections];
    for (std::size_t i = 0; i < set_.count(); ++i) {
      lower[i] = slabs.lower(i);
      upper[i] = slabs.upper(i);
    }
    extents_along(set_, lower, upper, study_.closure, out);
  });
  const double* b = study_.closure_b.get(slot_b, [&](double* out) {
    const Tumbler::Intervals aligned = tumbler_(slot_b, state_.counters.node_updates);
    extents_along(set_, aligned.lower, aligned.upper, study_.closure, out);
  });
  for (std::size_t i = 0; i < count; ++i) {
    ++study_.counters.comparisons;
    bool apart = b[i] > a[count + i];
    if (!apart) {
      ++study_.counters.comparisons;
      apart = b[count + i] < a[i];
    }
    if (apart) {
      study_.counters.disjoint_comparisons += 2 * (set_.count() + i) + 1;
      return true;
    }
  }
  return false;
}

double StudySearch::depth(std::size_t slot_a, std::size_t slot_b, Vec3* towards) {
  ++state_.counters.volume_tests;
  const SlabReader::Slabs a = slabs_(slot_a);
  const Tumbler::Intervals b = tumbler_(slot_b, state_.counters.node_updates);
  double least = HUGE_VAL;
  for (std::size_t i = 0; i < set_.count(); ++i) {
    const double up = a.upper(i) - b.lower[i], down = b.upper[i] - a.lower(i);
    if (const double both = std::min(up, down); both < least) {
      least = both;
      if (towards != nullptr) *towards = (up <= down ? 1.0 : -1.0) * set_.unit(i);
    }
  }
  return least;
}

bool StudySearch::test_leaves(Ref leaf_a, Ref leaf_b) {
  state_.leaves.push(leaf_a, leaf_b);
  return (any_ || state_.leaves.size >= kLeafQueue) && finish();
}

bool StudySearch::finish() { return state_.leaves.size > 0 && test_(query_, state_) && any_; }

}  // namespace graze::detail
