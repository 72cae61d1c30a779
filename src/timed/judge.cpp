// SPDX-License-Identifier: Apache-2.0
// Time-critical queries: from the budget to the limits of the search, and from its end to a verdict.
#include <cmath>

#include "graze/error.h"
#include "query/workspace.h"
#include "timed/regions.h"
#include "timed/timed_workspace.h"
#include "traverse/isa.h"

namespace graze {

TimedWorkspace::TimedWorkspace() : TimedWorkspace(detail::PairQueue::kCapacity) {}
TimedWorkspace::TimedWorkspace(std::size_t pairs) : impl_(std::make_unique<Impl>()) {
  impl_->state.queue = detail::PairQueue(pairs);
}
TimedWorkspace::~TimedWorkspace() = default;
TimedWorkspace::TimedWorkspace(TimedWorkspace&&) noexcept = default;
TimedWorkspace& TimedWorkspace::operator=(TimedWorkspace&&) noexcept = default;

void TimedWorkspace::use(const Calibration& calibration) {
  impl_->state.correction.calibration = calibration;
  impl_->state.correction.learnt = {};
  impl_->state.correction.told = {};
}
void TimedWorkspace::learn(bool on) { impl_->state.correction.learns = on; }

namespace detail {
namespace {

using Clock = std::chrono::steady_clock;

JudgeLimits limits_of(const Budget& budget, Clock::time_point began, TimedWorkspace::Impl& impl) {
  if (!(budget.epsilon >= 0 && budget.epsilon < 0.5)) {
    throw std::invalid_argument("graze: epsilon must be at least 0 and below 0.5");
  }
  if (budget.time.count() < 0) throw std::invalid_argument("graze: the time of a budget must not be negative");
  JudgeLimits limits;
  limits.steps = budget.steps;
  limits.timed = budget.time.count() > 0;
  limits.time = budget.time;
  limits.end = began + std::min(budget.time, Clock::time_point::max() - began);  // nanoseconds::max() would overflow
  limits.free_only = budget.free_only;
  limits.regions = budget.regions;
  if (budget.epsilon != impl.epsilon) {  // a logarithm would cost a tenth of a short query
    impl.epsilon = budget.epsilon;
    impl.sure = budget.epsilon > 0 ? std::log((1 - budget.epsilon) / budget.epsilon) : kNeverSure;
  }
  limits.sure = impl.sure;
  return limits;
}

void require_boxes(const Model& model, const char* which) {
  const Hierarchy& h = model.hierarchy();
  if (h.volume == Volume::obb && h.width == 4 && h.subdivide == 0) return;
  throw Error(ErrorCode::invalid_option, std::string("judge: model ") + which +
                                             " must have oriented boxes of width 4 and no subdivided triangles, the "
                                             "defaults of BuildOptions");
}

/// Magnitudes that float cannot hold: every pair of triangles by the exact test, from where it stopped; each counts as
/// a step. Until the end nothing is known.
Stop search_extreme(const JudgeLimits& limits, const PairQuery& query, JudgeState& state) {
  constexpr std::uint64_t kUntilClock = 8;
  const std::uint64_t count_b = query.mesh_b.triangles.size(), all = query.mesh_a.triangles.size() * count_b;
  std::uint64_t most = all;
  if (limits.steps > 0) most = std::min(all, state.pairs_tested + std::min(limits.steps, all));
  std::uint64_t clock = state.pairs_tested + kUntilClock;
  for (std::uint64_t& i = state.pairs_tested; i < most; ++i) {
    if (limits.timed && i == clock) {
      if (Clock::now() >= limits.end) break;
      clock += kUntilClock;
    }
    ++state.counters.primitive_tests;
    ++state.counters.exact_tests;
    const auto a = static_cast<std::uint32_t>(i / count_b), b = static_cast<std::uint32_t>(i % count_b);
    if (!pair_meets(query, a, b)) continue;
    state.hit_a = a;
    state.hit_b = b;
    return Stop::hit;
  }
  return state.pairs_tested == all ? Stop::free : Stop::limit;
}

}  // namespace

void say_nothing_is_known(const Model& a, const Model& b, Verdict& out) {
  const Hierarchy &in = a.hierarchy(), &of = b.hierarchy();
  out.collides = out.certain = false;
  out.probability = 0.5;
  // Nothing is deeper in the other than it is wide.
  out.penetration_bound =
      2.00001 * std::min(in.radius * in.unit, of.radius * of.unit) + total_margin(a, b, QueryOptions());
  out.regions.clear();
}

bool is_hit(Stop stop, TimedWorkspace::Impl& impl) {
  if (stop == Stop::refused) check_pose(impl.pose);  // says so
  return stop == Stop::hit || (stop == Stop::extreme && search_extreme({}, *impl.query, impl.state) == Stop::hit);
}

namespace {

void finish(bool collides, TimedWorkspace::Impl& impl, Verdict& out) {
  out.collides = collides;
  out.certain = true;
  out.probability = 1;
  out.penetration_bound = 0;
  out.regions.clear();
  JudgeState& state = impl.state;
  if (collides) {
    out.triangle_a = state.hit_a;
    out.triangle_b = state.hit_b;
  }
  if (!state.correction.learns || !state.teaches) return;
  for (std::size_t group = 0; group < kStepGroups; ++group) {
    if (!std::isnan(state.seen[group])) state.correction.add(state.seen[group], group, collides);
  }
}

/// Where queries stop when they are sure, those that finish all the same are not like the others: nearly all of them
/// are hits. One in sixteen, drawn before it begins, does not stop for that, and these alone teach. Of those that
/// finished by themselves offsets learnt that everything meets: 2 → 6 % wrong along paths at ε = 0.05, 9 → 44 % of a
/// gear on N at 0.10.
void draw_whether_it_teaches(TimedWorkspace::Impl& impl) {
  constexpr std::uint64_t kEvery = 16;
  const std::uint64_t random = ++impl.asked * 0x9E3779B97F4A7C15u;
  impl.drawn = (random >> 32) % kEvery == 0;
  impl.state.teaches = true;
}

/// Of a budget that a query begins or goes on with.
JudgeLimits limits_for(const Budget& budget, Clock::time_point began, TimedWorkspace::Impl& impl) {
  JudgeLimits limits = limits_of(budget, began, impl);
  if (!impl.state.correction.learns || budget.epsilon == 0) return limits;
  if (impl.drawn) {
    limits.sure = kNeverSure;
  } else {
    impl.state.teaches = false;
  }
  return limits;
}

/// Without a pose it goes on where a limit stopped it.
void run(const JudgeLimits& limits, const Pose* pose, TimedWorkspace::Impl& impl, Verdict& out) {
  PairQuery& query = *impl.query;
  JudgeState& state = impl.state;
  state.open = false;  // not to be resumed where memory runs out: a pair may be lost
  const Priors &a = *impl.priors_a, &b = *impl.priors_b;
  Stop stop = Stop::extreme;
  if (pose != nullptr) {
    stop = place_and_judge(impl.frames, *pose, query, a, b, limits, state, &out.regions);
    state.extreme = stop == Stop::extreme;
  } else if (!state.extreme) {
    stop = run_judge(query, a, b, limits, state, &out.regions);
  }
  if (stop == Stop::extreme) stop = search_extreme(limits, query, state);
  state.open = stop == Stop::limit;
  out.steps = state.extreme ? state.pairs_tested : state.steps;
  if (stop != Stop::limit) return finish(is_hit(stop, impl), impl, out);
  if (state.extreme) return say_nothing_is_known(*impl.a, *impl.b, out);
  // No branch on which is likelier: it would be guessed wrong every other time.
  out.collides = (state.odds >= 0) & !limits.free_only;
  out.probability = std::abs((out.collides ? 0 : 1) - state.chance);
  out.certain = false;
  const float deepest = state.begun ? state.queue.deepest() : roots(query).depth;
  out.penetration_bound = static_cast<double>(deepest) * query.a.unit;
  if (state.steps > 0) return write_regions(query, state.wholes, state.queue, limits.regions, out.regions);
  if (limits.regions > 0 && state.wholes.turned) turn_back(query.a, out.regions.front());
}

/// Among points of a body much smaller than the other there are few cells; and two leaves are tested as soon.
bool points_tell(double octaves, const Sketch& of_a, const Sketch& of_b, const Hierarchy& a, const Hierarchy& b) {
  return octaves < kPointOctaves && of_a.spread[0] > 0 && of_b.spread[0] > 0 &&
         !(is_leaf(a.ref(0, 0)) && is_leaf(b.ref(0, 0)));
}

/// Points of a smaller model are too near one another for the coarse field: at a twentieth of the size errors of U are
/// 4.8 % with it and 1.6 % without, by weights of models that are alike.
void scale_points(const Sketch& a, const Sketch& b, double margin, JudgeState& state) {
  const Sketch &around = state.points_of_a ? b : a, &of = state.points_of_a ? a : b;
  for (std::size_t level = 0; level < Sketch::kLevels; ++level) {
    const bool coarse = level == 0 && state.octaves == 0;
    state.scales[level] = scale_of(coarse ? around.coarse : around.fine, of.spread[level], static_cast<float>(margin));
    state.forms[level] = form_of(state.weights.points[level]);
  }
}

/// Is there anything for find_apart_or_start() to find?
bool may_hide(const Hierarchy& a, const Hierarchy& b) {
  const auto hides = [](const Hierarchy& in, const Hierarchy& of) {
    return in.clearance.greatest > of.radius || in.entries.greatest >= of.radius;
  };
  return hides(a, b) || hides(b, a);
}

/// Two models that were not those of the last query.
void take(const Model& a, const Model& b, TimedWorkspace::Impl& impl) {
  require_boxes(a, "A");
  require_boxes(b, "B");
  const Priors &priors_a = a.priors(), &priors_b = b.priors();  // before anything changes: memory may run out
  impl.priors_a = &priors_a;
  impl.priors_b = &priors_b;
  impl.a = a;
  impl.b = b;
  impl.state.correction.learnt = {};  // of the two before
  impl.state.correction.told = {};
  impl.state.wholes = wholes_of(a.hierarchy(), b.hierarchy(), priors_a, priors_b);
  const double margin = total_margin(a, b, QueryOptions());
  impl.query.emplace(a.hierarchy(), b.hierarchy(), a.mesh(), b.mesh(), impl.pose, margin);
  impl.frames = numbers_of(a.hierarchy(), b.hierarchy(), margin, Descent::adaptive);
  const Sketch &sketch_a = impl.priors_a->sketch, &sketch_b = impl.priors_b->sketch;
  impl.state.points_of_a = b.hierarchy().radius > a.hierarchy().radius;
  impl.state.octaves = octaves_apart(a.hierarchy().radius, b.hierarchy().radius);
  impl.state.weights = weights_of(impl.state.octaves);
  impl.state.may_hide = may_hide(a.hierarchy(), b.hierarchy());
  impl.points_tell = points_tell(impl.state.octaves, sketch_a, sketch_b, a.hierarchy(), b.hierarchy());
  set_doubt({doubt_of(sketch_a, sketch_b), dust_of(sketch_a, sketch_b), round_of(sketch_a, sketch_b)}, impl.state);
  if (impl.points_tell) scale_points(sketch_a, sketch_b, margin / a.hierarchy().unit, impl.state);
  impl.state.leaf_size_a = static_cast<double>(impl.priors_a->mean_leaf_size);
  impl.state.leaf_size_b = static_cast<double>(impl.priors_b->mean_leaf_size);
}

}  // namespace

void begin(const Model& a, const Model& b, const Pose& pose, TimedWorkspace::Impl& impl) {
  JudgeState& state = impl.state;
  if (!impl.a || &impl.a->hierarchy() != &a.hierarchy() || &impl.b->hierarchy() != &b.hierarchy()) take(a, b, impl);
  impl.pose = pose;
  impl.query->start_a = impl.query->start_b = nullptr;
  state.queue.clear();
  state.begun = false;
  state.extreme = state.looks_over = false;
  state.pairs_tested = 0;
  state.no_points = !impl.points_tell;
  state.points.level = state.points.tries = 0;
  state.tried.count = 0;
  state.odds_at = kNoOdds;
  state.counters = {};
  state.steps = 0;
  state.seen.fill(std::numeric_limits<double>::quiet_NaN());
}

}  // namespace detail

void judge(const Model& a, const Model& b, const Pose& b_in_a, Verdict& out, const Budget& budget,
           TimedWorkspace& workspace) {
  const detail::Stopwatch watch(budget.timing || budget.time.count() > 0);
  TimedWorkspace::Impl& impl = workspace.impl();
  impl.state.open = false;  // also where this query is refused: the one before is over
  detail::init_isa();
  detail::draw_whether_it_teaches(impl);
  const detail::JudgeLimits limits = detail::limits_for(budget, watch.began(), impl);
  detail::begin(a, b, b_in_a, impl);
  detail::run(limits, &b_in_a, impl, out);
  out.counters = impl.state.counters;
  out.counters.time = watch.elapsed();
}

void resume(Verdict& out, const Budget& budget, TimedWorkspace& workspace) {
  TimedWorkspace::Impl& impl = workspace.impl();
  if (!impl.state.open) return;  // it was certain, there was none, or it found no memory
  const detail::Stopwatch watch(budget.timing || budget.time.count() > 0);
  detail::run(detail::limits_for(budget, watch.began(), impl), nullptr, impl, out);
  out.counters = impl.state.counters;
  out.counters.time = watch.elapsed();
}

Verdict judge(const Model& a, const Model& b, const Pose& b_in_a, const Budget& budget, TimedWorkspace* workspace) {
  std::optional<TimedWorkspace> local;
  if (workspace == nullptr) workspace = &local.emplace();
  Verdict out;
  judge(a, b, b_in_a, out, budget, *workspace);
  return out;
}

void prepare(const Model& model) {
  detail::require_boxes(model, "given");
  model.priors();
}

}  // namespace graze
