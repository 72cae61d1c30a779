// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/swept_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "geometry/vec.h"
#include "nc/check/part_data.h"

namespace graze::nc::detail {
namespace {

/// Chords finer than this share of the tolerance decide nothing more: what touches the tolerance that closely is left
/// undecided.
constexpr double kFinest = 1.0 / 512;
constexpr double kFine = 1.0 / 4;                 // the share where bounds are good enough to be reported
constexpr std::uint64_t kMostChords = 4'000'000;  // of one query; what is left then is undecided

struct Chord {
  std::uint32_t arc = 0;
  double s0 = 0, s1 = 1;
};

/// Pieces may stand out of the tool.
template <class Check>
void take_off_excess(std::vector<Check>& checks, double excess, double allowed) {
  if (excess == 0) return;
  for (Check& m : checks) {
    m.lower -= excess;
    if (m.decision == Decision::gouge && !(m.lower > allowed)) m.decision = Decision::undecided;
  }
}

/// Gouges whose upper bound is far above the lower one (the way out that was found is not the shortest) are asked once
/// more whether twice the lower one would be allowed: then more room is looked at beside the contact.
void tighten(const SweptQuery& query, const CheckOptions& options, std::span<const Move> moves,
             std::vector<MoveCheck>& found) {
  // What a wider tolerance calls clean beside the border of a sheet is so but for what is that near to the border.
  if (query.body->surface() == Surface::open && query.body->data().sides.has_border()) return;
  std::map<int, std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const MoveCheck& m = found[i];
    if (m.decision != Decision::gouge || !(m.lower > 0) || m.upper < 2 * m.lower + 4 * options.tolerance) continue;
    classes[static_cast<int>(std::ceil(std::log2(m.lower / options.tolerance)))].push_back(i);
  }
  for (const auto& [level, which] : classes) {
    std::vector<Move> again;
    again.reserve(which.size());
    for (const std::size_t i : which) again.push_back(moves[i]);
    CheckOptions wider = options;
    wider.tolerance = options.tolerance * std::exp2(level + 1);
    wider.stock = 0;
    const std::vector<MoveCheck> wide = check_moves(*query.body, query.tool->pieces, again, wider);
    for (std::size_t k = 0; k < which.size(); ++k) {
      MoveCheck& m = found[which[k]];
      if (wide[k].decision == Decision::clean) m.upper = std::max(m.lower, wide[k].upper);
    }
  }
}

std::vector<MoveCheck> check(const SweptQuery& query, std::span<const Move> moves, double slack) {
  std::vector<MoveCheck> out;
  if (query.tool->mesh) {
    out = query.tool->mesh->check(*query.body, moves, query.tolerance, query.stock + slack, query.threads);
  } else {
    CheckOptions options;
    options.tolerance = query.tolerance;
    options.stock = query.stock + slack;
    options.gap = query.gap;
    options.threads = query.threads;
    out = check_moves(*query.body, query.tool->pieces, moves, options);
    tighten(query, options, moves, out);
  }
  take_off_excess(out, query.tool->excess, query.allowed() - slack);
  return out;
}

/// What a check calls the raise lets the tool touch, which is enough where it may cut in as deep as it is to stay
/// `away`. Else: lifted by how much does it stay away? A tool made larger by that much must not touch; `again` checks
/// it on the moves `which`.
template <class Found, class Again>
void raise_away(const SweptQuery& query, double away, const std::vector<std::size_t>& which, std::vector<Found>& found,
                const Again& again) {
  if (!(away > query.tolerance) || which.empty()) return;
  std::vector<ConvexPiece> larger = query.tool->pieces;
  for (ConvexPiece& piece : larger) piece.rounding += away;
  const std::vector<Found> raised = query.tool->mesh ? std::vector<Found>(which.size()) : again(larger);
  for (std::size_t k = 0; k < which.size(); ++k) found[which[k]].raise = raised[k].raise;
}

/// `slack`: how far the path may be from the moves.
void raise_moves(const SweptQuery& query, std::span<const Move> moves, double slack,
                 const std::vector<std::size_t>& which, std::vector<MoveCheck>& found) {
  raise_away(query, std::max(0.0, query.stock) + slack, which, found, [&](const std::vector<ConvexPiece>& larger) {
    std::vector<Move> again;
    again.reserve(which.size());
    for (const std::size_t i : which) again.push_back(moves[i]);
    CheckOptions options;
    options.tolerance = query.tolerance;
    options.gap = query.gap;
    options.threads = query.threads;
    return check_moves(*query.body, larger, again, options);
  });
}

template <class Found>
std::vector<std::size_t> gouges_of(const std::vector<Found>& found) {
  std::vector<std::size_t> which;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i].decision == Decision::gouge) which.push_back(i);
  }
  return which;
}

int badness(Decision d) { return d == Decision::gouge ? 2 : d == Decision::undecided ? 1 : 0; }

/// `slack`: how far the path may be from the move.
void take(const MoveCheck& m, const Move& move, double t0, double t1, double slack, Decision decision, PathDepth& out) {
  if (badness(decision) > badness(out.decision)) out.decision = decision;
  out.lower = std::max(out.lower, m.lower - slack);
  if (decision == Decision::gouge) {
    out.raise = std::max(out.raise, m.raise > 0 ? m.raise + slack : std::numeric_limits<double>::infinity());
  }
  if (!(m.upper + slack > out.upper)) return;
  out.upper = m.upper + slack;
  out.triangle = m.triangle;
  out.contact = m.contact;
  out.t = t0 + m.t * (t1 - t0);
  out.tip = move.from + m.t * (move.to - move.from);
}

class ArcCheck {
 public:
  ArcCheck(const SweptQuery& query, std::span<const ArcPath> arcs, std::span<PathDepth> out, SweptCounts& counts)
      : query_(query), arcs_(arcs), out_(out), counts_(counts) {}

  void run() {
    for (std::size_t i = 0; i < arcs_.size(); ++i) split({static_cast<std::uint32_t>(i), 0, 1}, kCoarse);
    while (!waiting_.empty()) {
      const std::vector<Chord> now = std::exchange(waiting_, {});
      // Chords of like deviation at a time: the check takes one tolerance for all.
      std::map<int, std::vector<Chord>> classes;
      for (const Chord& c : now) classes[class_of(deviation(c))].push_back(c);
      for (const auto& [level, chords] : classes) decide(chords, slack_of(level));
    }
  }

 private:
  static constexpr double kCoarse = -1;

  double deviation(const Chord& c) const { return arcs_[c.arc].deviation(c.s0, c.s1); }
  int class_of(double deviation) const {
    return static_cast<int>(std::ceil(std::log2(deviation / query_.tolerance) * 2 - 1e-9));
  }
  double slack_of(int level) const { return query_.tolerance * std::exp2(0.5 * level); }
  /// What dividing lessens.
  double bend(const Chord& c) const { return deviation(c) - arcs_[c.arc].mismatch(); }
  /// So fine that its bounds can be reported.
  bool is_gouge(const Chord& c, const MoveCheck& m) const {
    return m.decision == Decision::gouge && m.lower - deviation(c) > query_.allowed() &&
           bend(c) <= kFine * query_.tolerance;
  }
  Move move_of(const Chord& c) const { return {arcs_[c.arc].at(c.s0), arcs_[c.arc].at(c.s1)}; }

  void split(const Chord& c, double wanted) {
    const ArcPath& arc = arcs_[c.arc];
    const int n = wanted == kCoarse ? arc.quarters() : arc.chords(c.s0, c.s1, wanted);
    for (int i = 0; i < n; ++i) {
      waiting_.push_back({c.arc, c.s0 + (c.s1 - c.s0) * i / n, i + 1 == n ? c.s1 : c.s0 + (c.s1 - c.s0) * (i + 1) / n});
    }
  }

  void decide(const std::vector<Chord>& chords, double slack) {
    std::vector<Move> moves;
    moves.reserve(chords.size());
    for (const Chord& c : chords) moves.push_back(move_of(c));
    std::vector<MoveCheck> found = check(query_, moves, slack);
    counts_.moves += chords.size();
    std::vector<std::size_t> last, gouges;
    for (std::size_t i = 0; i < chords.size(); ++i) {
      if (is_gouge(chords[i], found[i])) gouges.push_back(i);
    }
    raise_moves(query_, moves, slack, gouges, found);
    for (std::size_t i = 0; i < chords.size(); ++i) {
      const Chord& c = chords[i];
      PathDepth& out = out_[arcs_[c.arc].motion];
      const bool clean = found[i].decision == Decision::clean;
      const double off = deviation(c), bent = bend(c);
      if (clean || is_gouge(c, found[i])) {
        // Coarse ones are clear by more than they deviate: no number rests on them.
        if (bent <= kFine * query_.tolerance) counts_.deviation = std::max(counts_.deviation, off);
        take(found[i], moves[i], c.s0, c.s1, off, clean ? Decision::clean : Decision::gouge, out);
      } else if (bent > kFinest * query_.tolerance && counts_.moves + waiting_.size() < kMostChords) {
        split(c, bent > kFine * query_.tolerance ? kFine / 2 * query_.tolerance : bent / 4);
      } else {
        last.push_back(i);
      }
    }
    if (last.empty()) return;
    // The bounds above were sought for one side of the tolerance; now for the other.
    std::vector<Move> again;
    again.reserve(last.size());
    for (const std::size_t i : last) again.push_back(moves[i]);
    std::vector<MoveCheck> other = check(query_, again, -slack);
    raise_moves(query_, again, slack, gouges_of(other), other);
    for (std::size_t k = 0; k < last.size(); ++k) {
      const Chord& c = chords[last[k]];
      const bool gouge = other[k].decision == Decision::gouge;
      take(other[k], again[k], c.s0, c.s1, deviation(c), gouge ? Decision::gouge : Decision::undecided,
           out_[arcs_[c.arc].motion]);
    }
  }

  const SweptQuery& query_;
  std::span<const ArcPath> arcs_;
  std::span<PathDepth> out_;
  SweptCounts& counts_;
  std::vector<Chord> waiting_;
};

}  // namespace

SweptCounts check_paths(const SweptQuery& query, std::span<const Leg> legs, std::span<const ArcPath> arcs,
                        std::span<PathDepth> out) {
  SweptCounts counts;
  std::vector<Move> moves;
  moves.reserve(legs.size());
  for (const Leg& leg : legs) moves.push_back({leg.from, leg.to});
  std::vector<MoveCheck> found = moves.empty() ? std::vector<MoveCheck>() : check(query, moves, 0);
  raise_moves(query, moves, 0, gouges_of(found), found);
  for (std::size_t i = 0; i < legs.size(); ++i) {
    take(found[i], moves[i], legs[i].t0, legs[i].t1, 0, found[i].decision, out[legs[i].motion]);
  }
  counts.moves = moves.size();
  ArcCheck(query, arcs, out, counts).run();
  return counts;
}

SweptCounts check_turns(const SweptQuery& query, const TurningPart& body, const Kinematics& machine, double gauge,
                        std::span<const Turn> turns, std::span<PathDepth> out) {
  SweptCounts counts;
  if (turns.empty()) return counts;
  TurningOptions options;
  options.tolerance = query.tolerance;
  options.stock = query.stock;
  options.gap = query.gap;
  options.threads = query.threads;
  options.gauge = gauge;
  std::vector<TurningMove> moves;
  moves.reserve(turns.size());
  for (const Turn& turn : turns) moves.push_back(turn.move);
  std::vector<TurningCheck> found = check_turning(body, machine, query.tool->pieces, moves, options);
  take_off_excess(found, query.tool->excess, query.allowed());
  std::vector<std::size_t> gouges = gouges_of(found);
  std::erase_if(gouges, [&](std::size_t i) { return !(found[i].raise > 0); });  // where it turns
  raise_away(query, query.stock, gouges, found, [&](const std::vector<ConvexPiece>& larger) {
    std::vector<TurningMove> again;
    again.reserve(gouges.size());
    for (const std::size_t i : gouges) again.push_back(moves[i]);
    options.stock = 0;
    return check_turning(body, machine, larger, again, options);
  });
  for (std::size_t i = 0; i < turns.size(); ++i) {
    PathDepth& depth = out[turns[i].motion];
    take(found[i], {found[i].pose.tip, found[i].pose.tip}, found[i].t, found[i].t, 0, found[i].decision, depth);
    depth.axis = found[i].pose.axis;
    counts.moves += std::max(1U, found[i].poses);
  }
  return counts;
}

}  // namespace graze::nc::detail
