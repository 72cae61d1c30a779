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

/// Estimated nanoseconds, only to compare ways to the same answer.
constexpr double kVolumeCost = 6, kTriangleCost = 8, kEntryCost = 0.5, kKeptVolumeCost = 35, kPlaneCost = 90;
/// Of a list of leaves: a pair tested, and what making it costs by volume test and by pair, whose packets are cold.
constexpr double kPacketCost = 65, kListTestCost = 12, kListedCost = 20;
/// Shorter queries are over before a list is looked through: torus, s4 at steps of 5e-4 lost 15-20 %.
constexpr double kLeastCost = 4000;
/// Steps in radii of a leaf. From 0.5 on (s2, torus, s4) lists grow faster than they last.
constexpr double kListStep = 0.25;
/// Steps for which a list is to serve: at first, at least, at most; changed by such a factor from list to list.
constexpr double kFirstList = 3, kLeastList = 1.5, kMostList = 32, kListChange = 1.4;
/// A search with a margin takes longer than its counters say.
constexpr double kClearCost = 2;
/// Steps to clear at once.
constexpr double kFirstStride = 4, kMostStride = 32;
/// Planes are dropped when their number has grown so much, and every so often a plain query tells what they save.
constexpr std::size_t kMostGrowth = 3;
constexpr int kMostAge = 64;
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
  f.jumps = f.misses = 0;
  f.witnesses = 0;
  f.has_last = f.last_met = f.has_clear = f.has_pairs = f.has_list = false;
  f.can_list = front_list_possible(a.hierarchy(), b.hierarchy());
  f.can_keep = front_possible(a.hierarchy(), b.hierarchy());
  f.step = 0;
  f.stride = kFirstStride;
  f.clearing.reset();
  f.keeping.reset();
  f.listing.reset();
  f.list_most_step = kListStep * std::min(leaf_radius(a.hierarchy()), leaf_radius(b.hierarchy()));
  f.list_steps = kFirstList;
  f.list_change = kListChange;
  f.list_rate = 0;
  f.list_life = 0;
  for (auto& costs : f.plain_cost) std::fill(std::begin(costs), std::end(costs), 0);
}

double search_cost(const Counters& counters) {
  return kVolumeCost * static_cast<double>(counters.volume_tests) +
         kTriangleCost * static_cast<double>(counters.primitive_tests);
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
      f_.listing.rest();
      f_.jumps = 0;
    }
    if (witness_meets()) return true;
    state_.hit_a = kNoRef;
    if (jump) f_.has_pairs = false;
    if (regular && !f_.last_met && cost(false) > 0 && !f_.clearing.resting() && search_clear(last_step)) {
      return done(false);
    }
    if ((regular || f_.has_pairs) && may_keep()) return done(ask_pairs());
    if (may_list(regular, last_step)) return done(ask_list());
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
    const double before = search_cost(state_.counters);
    const bool met = traverse(query_, state_, any_);
    cost(met) = search_cost(state_.counters) - before;
    return done(met);
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
    f_.clearing.add((found ? cost(false) : 0) - kClearCost * search_cost(state_.counters), cost(false));
    state_.hit_a = kNoRef;
    f_.stride = found ? std::min(2 * f_.stride, kMostStride) : std::max(f_.stride / 4, kFirstStride / 2);
    if (!found) return false;
    f_.has_clear = true;
    f_.clear = clear;
    f_.base = now_;
    return true;
  }

  bool may_keep() {
    if (f_.keeping.resting() || !f_.can_keep) f_.has_pairs = false;
    return !f_.keeping.resting() && f_.can_keep && cost(f_.last_met) > 0 && ++f_.age <= kMostAge;
  }

  /// Is there a list of leaves that serves this pose? Makes one where that is likely to pay.
  bool may_list(bool regular, double last_step) {
    if (!f_.can_list || f_.listing.resting() || !(least_cost() > kLeastCost) || ++f_.age > kMostAge) return false;
    const double margin = query_.margin / query_.a.unit * (1 + 1e-9);
    if (f_.has_list && f_.clock + turned(f_.timed, now_) <= kFrontClock &&
        margin + moved(f_.list_base, now_, radius_) <= f_.list_reach) {
      ++f_.counters.kept;
      return true;
    }
    f_.has_list = false;
    if (!regular || (any_ && f_.last_met)) return false;
    if (!(std::max(f_.step, last_step) <= f_.list_most_step)) {
      f_.listing.rest();
      return false;
    }
    adapt_list();
    return make_list(margin + f_.list_steps * std::max(f_.step, last_step) + query_.frame.pad);
  }

  /// Of plain queries, met or not, as far as known. Boolean ones that meet are the witness's.
  double least_cost() {
    const double met = cost(true), free = cost(false);
    if (any_) return free;
    return met > 0 && free > 0 ? std::min(met, free) : std::max(met, free);
  }

  /// Longer or shorter lists, whichever of the last two cost less a query.
  void adapt_list() {
    if (f_.list_life == 0) return;
    const double rate = f_.list_spent / f_.list_life;
    if (f_.list_rate > 0 && rate > f_.list_rate) f_.list_change = 1 / f_.list_change;
    f_.list_rate = rate;
    f_.list_steps = std::clamp(f_.list_steps * f_.list_change, kLeastList, kMostList);
  }

  /// Of all pairs of leaves within `reach` units.
  bool make_list(double reach) {
    PairQuery wide{query_.a, query_.b, query_.mesh_a, query_.mesh_b, query_.pose, reach * query_.a.unit};
    wide.rough = true;
    if (make_frame(wide.a, wide.b, wide.pose, skew_, wide.margin, descent_, wide.frame) != Reach::possible) {
      return false;
    }
    const std::uint64_t before = state_.counters.volume_tests;
    if (!find_apart_or_start(wide)) traverse(wide, state_, false);
    ++f_.counters.rebuilt;
    f_.has_list = state_.found.size() <= kMostListed;
    if (f_.has_list) front_list(query_, state_.found, f_.pairs);
    const auto listed = static_cast<double>(state_.found.size());
    state_.found.clear();
    f_.list_reach = reach;
    f_.list_base = f_.timed = now_;
    f_.clock = 0;
    f_.list_life = 0;
    f_.list_spent = kListTestCost * static_cast<double>(state_.counters.volume_tests - before) + kListedCost * listed;
    f_.listing.add(-f_.list_spent, cost(f_.last_met));
    if (f_.has_list) return true;
    f_.list_steps = std::max(f_.list_steps / 2, kLeastList);
    f_.list_rate = 0;
    return false;
  }

  bool ask_list() {
    f_.clock += turned(f_.timed, now_);
    f_.timed = now_;
    FrontWork work;
    const bool met = front_leaves(query_, static_cast<float>(f_.clock * (1 + 1e-6)), any_, f_.pairs, state_, work);
    f_.counters.pairs = f_.pairs.size;
    const double spent = kPacketCost * static_cast<double>(work.packets) +
                         kPlaneCost * static_cast<double>(work.planes) + kEntryCost * static_cast<double>(work.scanned);
    f_.list_spent += spent;
    ++f_.list_life;
    const double saved = cost(met) > 0 ? cost(met) : cost(!met);
    f_.listing.add(saved - spent, saved);
    return met;
  }

  bool ask_pairs() {
    if (f_.has_pairs) {
      f_.clock += turned(f_.timed, now_);
      f_.timed = now_;
    }
    if (!f_.has_pairs || f_.clock > kFrontClock || (f_.built > 0 && f_.pairs.size > kMostGrowth * f_.built + 256)) {
      front_start(query_.a, query_.b, f_.pairs);
      f_.has_pairs = true;
      f_.timed = now_;
      f_.clock = 0;
      f_.built = 0;
      ++f_.counters.rebuilt;
    } else {
      ++f_.counters.kept;
    }
    const double before = search_cost(state_.counters);
    FrontWork work;
    const bool met = front_query(query_, static_cast<float>(f_.clock * (1 + 1e-6)), any_, f_.pairs, state_, work);
    state_.counters.volume_tests += work.volumes;
    if (f_.built == 0 && !(any_ && met)) f_.built = f_.pairs.size;
    f_.counters.pairs = f_.pairs.size;
    const double spent = search_cost(state_.counters) - before +
                         (kKeptVolumeCost - kVolumeCost) * static_cast<double>(work.volumes) +
                         kPlaneCost * static_cast<double>(work.planes) + kEntryCost * static_cast<double>(work.scanned);
    const double saved = cost(met) > 0 ? cost(met) : cost(!met);
    f_.keeping.add(saved - spent, saved);
    return met;
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
    return find_pairs(a, b, pose, skew, options, any, state);
  }
  state.found.clear();
  state.counters = {};
  if (!f.a || &f.a->hierarchy() != &query.a || &f.b->hierarchy() != &query.b) restart(a, b, f);
  ++f.counters.queries;
  const bool idle =
      f.clearing.resting() && (f.keeping.resting() || !f.can_keep) && (f.listing.resting() || !f.can_list);
  f.clearing.pass();
  f.keeping.pass();
  f.listing.pass();
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
      return find_pairs(a, b, pose, skew, options, any, state);
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
