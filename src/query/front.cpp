// SPDX-License-Identifier: Apache-2.0
// Queries with a Front. In this order: nothing can have come near since a search found nothing within some distance;
// the leaves that met last still meet; planes kept between pairs still separate them; a plain query. docs/coherence.md.
#include <algorithm>

#include "query/front_state.h"
#include "traverse/frame.h"

namespace graze {

Front::Front() : impl_(std::make_unique<Impl>()) {}
Front::~Front() = default;
Front::Front(Front&&) noexcept = default;
Front& Front::operator=(Front&&) noexcept = default;
const Counters& Front::counters() const { return impl_->workspace.state.counters; }
const FrontCounters& Front::front_counters() const { return impl_->counters; }

namespace detail {
namespace {

/// Estimated nanoseconds, only to compare ways to the same answer: of k-DOPs, and of oriented boxes, a step of which
/// tests up to 16 pairs (14 scenes, 0.1 to 42 µs, to within 20 %).
constexpr double kVolumeCost = 6, kTriangleCost = 8;
constexpr double kQueryCost = 100, kOpenCost = 47, kBoxCost = 3, kBoxTriangleCost = 5.5;
constexpr double kEntryCost = 0.55, kKeptVolumeCost = 36, kPlaneCost = 85;
/// Steps in radii of a leaf up to which planes between leaves last, and up to which planes between boxes do.
constexpr double kSmallStep = 0.25, kLargeStep = 1.5;
/// A search with a margin takes longer than its counters say.
constexpr double kClearCost = 2;
/// Steps to clear at once.
constexpr double kFirstStride = 4, kMostStride = 32;
/// Every so often a plain query tells what planes save; sooner where they seem to lose: plain ones may take longer,
/// too.
constexpr int kMostAge = 128, kMostLosses = 8;
/// Planes between boxes cost four to ten plain queries to find. They pay where these spend so much more time on nodes
/// than twice that on triangles, so many times in a row.
constexpr double kLong = 800;
constexpr double kTriangleShare = 2;
constexpr int kLongRow = 8;
/// Longer queries have no planes: some 100 bytes a pair of neighbours, which no cache holds (some 5 MB at 0.2 ms).
constexpr double kMostCost = 2e5;
/// So many jumps in a row, and nothing is tracked for a while.
constexpr int kMostJumps = 4;
constexpr int kMostMisses = 4, kMissesAsked = 16;

/// The mean radius of some leaves, in units.
double leaf_radius(const Hierarchy& h) {
  constexpr std::size_t kSamples = 64;
  const std::size_t n = std::min(kSamples, h.leaves.size());
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += static_cast<double>(h.leaves[i * h.leaves.size() / n].radius);
  return n > 0 ? sum / static_cast<double>(n) : 0;
}

void restart(const Model& a, const Model& b, Front::Impl& f) {
  f.a = a;
  f.b = b;
  f.jumps = f.misses = f.long_row = 0;
  f.witnesses = 0;
  f.has_last = f.last_met = f.has_clear = f.has_pairs = false;
  f.can_keep = front_possible(a.hierarchy(), b.hierarchy());
  f.step = 0;
  f.stride = kFirstStride;
  f.clearing.reset();
  f.boxes = a.hierarchy().volume == Volume::obb && b.hierarchy().volume == Volume::obb;
  f.keeping = Account(f.boxes ? 12 : 8, f.boxes ? 2 : 0);
  f.leaf = std::min(leaf_radius(a.hierarchy()), leaf_radius(b.hierarchy()));
  for (auto& costs : f.plain_cost) std::fill(std::begin(costs), std::end(costs), 0);
}

/// Of the steps on oriented boxes since the query began; those of eight children open 64 pairs.
double box_cost(const TraversalState& state) {
  return std::max(kOpenCost * static_cast<double>(state.opened),
                  kBoxCost * static_cast<double>(state.counters.volume_tests));
}

/// Of the traversals since the query began.
double search_cost(const Front::Impl& f) {
  const Counters& counters = f.workspace.state.counters;
  const auto triangles = static_cast<double>(counters.primitive_tests);
  if (!f.boxes) return kVolumeCost * static_cast<double>(counters.volume_tests) + kTriangleCost * triangles;
  return box_cost(f.workspace.state) + kBoxTriangleCost * triangles;
}

/// One query. The models are those of the front; the balls about them meet, and no clearance is known.
class Search {
 public:
  Search(const PairQuery& query, double skew, Descent descent, bool any, const Placement& now, Front::Impl& f)
      : query_(query),
        skew_(skew),
        descent_(descent),
        any_(any),
        now_(now),
        radius_(1.00001 * query.b.radius),
        f_(f),
        state_(f.workspace.state) {}

  bool run() {
    const double last_step = f_.step;
    f_.step = f_.has_last ? moved(f_.last, now_, radius_) : 0;
    const bool jump = !f_.has_last || f_.step > 4 * last_step;
    const bool regular = !jump && last_step <= 4 * f_.step;
    f_.last = now_;
    f_.has_last = true;
    f_.jumps = regular ? 0 : f_.jumps + 1;
    if (f_.jumps > kMostJumps) {
      f_.clearing.rest();
      f_.keeping.rest();
      f_.jumps = 0;
    }
    if (witness_meets()) return true;
    state_.hit_a = kNoRef;
    if (jump) f_.has_pairs = false;
    if (regular && !f_.last_met && cost(false) > 0 && !f_.clearing.resting() && search_clear(last_step)) {
      return done(false);
    }
    if ((regular || f_.has_pairs) && may_keep()) return done(ask_pairs());
    return run_plain();
  }

  /// Without looking at how B moved.
  bool run_idle() {
    f_.has_last = f_.has_pairs = false;
    if (witness_meets()) return true;
    state_.hit_a = kNoRef;
    return run_plain();
  }

 private:
  /// Do leaves that met lately still meet? After some queries in which none did, only now and then asked.
  bool witness_meets() {
    if (!any_ || f_.witnesses == 0) return false;
    if (f_.misses >= kMostMisses && ++f_.misses % kMissesAsked != 0) return false;
    for (std::size_t i = 0; i < f_.witnesses; ++i) {
      if (!front_witness(query_, f_.witness[i].a, f_.witness[i].b, state_)) continue;
      std::rotate(f_.witness.begin(), f_.witness.begin() + i, f_.witness.begin() + i + 1);
      ++f_.counters.kept;
      ++f_.counters.witnessed;
      f_.misses = 0;
      return f_.last_met = true;
    }
    ++f_.misses;
    return false;
  }

  bool run_plain() {
    ++f_.counters.plain;
    f_.age = 0;
    const double before = search_cost(f_);
    const bool met = traverse(query_, state_, any_);
    cost(met) = kQueryCost + search_cost(f_) - before;
    f_.long_row = is_long(met) ? f_.long_row + 1 : 0;
    return done(met);
  }

  /// After a plain query: did it do much that planes can save? Boolean hits are the witness's.
  bool is_long(bool met) const {
    if (any_ && met) return false;
    const double nodes = box_cost(state_);
    const double triangles = kBoxTriangleCost * static_cast<double>(state_.counters.primitive_tests);
    return nodes - (f_.step <= kSmallStep * f_.leaf ? -1 : kTriangleShare) * triangles > kLong;
  }

  double& cost(bool met) { return f_.plain_cost[any_ ? 1 : 0][met ? 1 : 0]; }

  bool done(bool met) {
    f_.last_met = met;
    if (any_ && met && state_.hit_a != kNoRef) {
      f_.witnesses = std::min(f_.witnesses + 1, f_.kWitnesses);
      std::move_backward(f_.witness.begin(), f_.witness.begin() + f_.witnesses - 1, f_.witness.begin() + f_.witnesses);
      f_.witness[0] = {state_.hit_a, state_.hit_b};
    }
    return met;
  }

  /// Is nothing within the margin and some steps more? A rough query: "no" may be wrong.
  bool search_clear(double last_step) {
    const double clear =
        query_.margin / query_.a.unit * (1 + 1e-9) + f_.stride * std::max(f_.step, last_step) + query_.frame.pad;
    PairQuery wide{query_.a, query_.b, query_.mesh_a, query_.mesh_b, query_.pose, clear * query_.a.unit};
    wide.rough = true;
    const Reach reach = make_frame(wide.a, wide.b, wide.pose, skew_, wide.margin, descent_, wide.frame);
    const bool found = reach == Reach::apart ||
                       (reach == Reach::possible && (find_apart_or_start(wide) || !traverse(wide, state_, true)));
    ++f_.counters.rebuilt;
    f_.clearing.add((found ? cost(false) : 0) - kClearCost * search_cost(f_), cost(false));
    state_.hit_a = kNoRef;
    f_.stride = found ? std::min(2 * f_.stride, kMostStride) : std::max(f_.stride / 4, kFirstStride / 2);
    if (!found) return false;
    f_.has_clear = true;
    f_.clear = clear;
    f_.base = now_;
    return true;
  }

  bool may_keep() {
    const bool large = f_.boxes && f_.step > kLargeStep * f_.leaf;
    if (large) f_.long_row = 0;
    if (f_.keeping.resting() || !f_.can_keep || large) {
      f_.has_pairs = false;
      return false;
    }
    return cost(f_.last_met) > 0 && cost(f_.last_met) <= kMostCost &&
           (!f_.boxes || f_.has_pairs || f_.long_row >= kLongRow) && ++f_.age <= kMostAge;
  }

  float float_clock() const { return static_cast<float>(f_.clock * (1 + 1e-6)); }

  bool ask_pairs() {
    if (f_.has_pairs) {
      f_.clock += turned(f_.timed, now_);
      f_.timed = now_;
      if (f_.clock > kFrontClock) {
        front_rewind(query_.frame, float_clock(), f_.pairs);
        f_.clock = 0;
      }
    }
    const bool start = !f_.has_pairs || f_.excess > f_.start_cost;
    if (start) {
      front_start(query_.a, query_.b, f_.pairs);
      f_.has_pairs = true;
      f_.timed = now_;
      f_.clock = 0;
      f_.built = 0;
      f_.excess = 0;
      ++f_.counters.rebuilt;
    } else {
      ++f_.counters.kept;
    }
    const double before = search_cost(f_);
    FrontWork work;
    const bool met = front_query(query_, float_clock(), any_, f_.pairs, state_, work);
    state_.counters.volume_tests += work.volumes;
    f_.counters.pairs = f_.pairs.size;
    const double spent = kQueryCost + search_cost(f_) - before + kKeptVolumeCost * static_cast<double>(work.volumes) +
                         kPlaneCost * static_cast<double>(work.planes) + kEntryCost * static_cast<double>(work.scanned);
    count_excess(any_ && met, spent);
    const double saved = cost(met) > 0 ? cost(met) : cost(!met);
    if (spent > saved) f_.age += kMostAge / kMostLosses;
    f_.keeping.add(saved - spent, saved);
    return met;
  }

  /// Planes start over when it has cost as much to look through those that came since as starting over costs.
  void count_excess(bool partly, double spent) {
    if (f_.built == 0) {
      f_.start_cost = spent;
      if (!partly) f_.built = f_.pairs.size;
    } else {
      f_.excess += kEntryCost * static_cast<double>(f_.pairs.size - f_.built);
    }
  }

  const PairQuery& query_;
  double skew_;
  Descent descent_;
  bool any_;
  const Placement& now_;
  double radius_;
  Front::Impl& f_;
  TraversalState& state_;
};

bool find_with_front(const Model& a, const Model& b, const Pose& pose, double skew, const QueryOptions& options,
                     bool any, Front::Impl& f) {
  TraversalState& state = f.workspace.state;
  PairQuery query{a.hierarchy(), b.hierarchy(), a.mesh(), b.mesh(), pose, total_margin(a, b, options)};
  if (options.method != Method::hierarchy || query.a.unit != query.b.unit || query.a.leaves.empty() ||
      query.b.leaves.empty()) {
    return find_pairs(a, b, pose, options, any, state);
  }
  state.found.clear();
  state.counters = {};
  state.opened = 0;
  if (!f.a || &f.a->hierarchy() != &query.a || &f.b->hierarchy() != &query.b) restart(a, b, f);
  ++f.counters.queries;
  const bool keeps = f.can_keep && !f.keeping.resting() && (!f.boxes || f.has_pairs || f.long_row >= kLongRow);
  const bool idle = f.clearing.resting() && !keeps;
  f.clearing.pass();
  f.keeping.pass();
  Placement now{};
  const bool placed = f.has_clear;
  if (placed) {
    now = placement_of(query.a, query.b, pose, skew);
    const double margin = query.margin / query.a.unit * (1 + 1e-9);
    if (margin + moved(f.base, now, 1.00001 * query.b.radius) <= f.clear) {
      ++f.counters.kept;
      f.clearing.add(f.plain_cost[any ? 1 : 0][0], f.plain_cost[any ? 1 : 0][0]);
      return false;
    }
    f.has_clear = false;
  }
  switch (make_frame(query.a, query.b, pose, skew, query.margin, options.descent, query.frame)) {
    case Reach::apart:
      return false;
    case Reach::extreme:
      return find_pairs(a, b, pose, options, any, state);
    case Reach::possible:
      if (find_apart_or_start(query)) return false;
      break;
  }
  if (!idle && !placed) now = placement_of(query.a, query.b, pose, skew);
  Search search(query, skew, options.descent, any, now, f);
  return idle ? search.run_idle() : search.run();
}

}  // namespace
}  // namespace detail

void Front::reset() {
  Impl& f = *impl_;
  f.a.reset();
  f.b.reset();
  f.counters = {};
}

bool intersects(const Model& a, const Model& b, const Pose& b_in_a, Front& front, const QueryOptions& options) {
  const detail::Stopwatch watch(options.timing);
  const double skew = detail::check_query(b_in_a, options);
  Front::Impl& impl = front.impl();
  const bool hit = detail::find_with_front(a, b, b_in_a, skew, options, true, impl);
  impl.workspace.state.counters.time = watch.elapsed();
  return hit;
}

void contacts(const Model& a, const Model& b, const Pose& b_in_a, Contacts& out, Front& front,
              const QueryOptions& options) {
  const detail::Stopwatch watch(options.timing);
  const double skew = detail::check_query(b_in_a, options);
  Front::Impl& impl = front.impl();
  detail::find_with_front(a, b, b_in_a, skew, options, false, impl);
  detail::write_contacts(a, b, b_in_a, options, impl.workspace, out);
  impl.workspace.state.counters.time = watch.elapsed();
  out.counters = impl.workspace.state.counters;
}

Contacts contacts(const Model& a, const Model& b, const Pose& b_in_a, Front& front, const QueryOptions& options) {
  Contacts out;
  contacts(a, b, b_in_a, out, front, options);
  return out;
}

}  // namespace graze
