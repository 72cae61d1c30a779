// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/batch.h"

#include <algorithm>
#include <iterator>

namespace graze::nc::detail {
namespace {

struct Paths {
  std::vector<Leg> legs;
  std::vector<ArcPath> arcs;
  std::vector<Turn> turns;
};

/// Away from what was cut, along the axis: no clearance can be asked of it.
bool is_retract(const Motion& m) {
  const Vec3 a = xyz(m.start), b = xyz(m.end);
  const auto turns = [](const Axes& axes) { return axes.value[3] != 0 || axes.value[4] != 0 || axes.value[5] != 0; };
  return a.x == b.x && a.y == b.y && b.z >= a.z && !turns(m.start) && !turns(m.end);
}

class BatchPaths {
 public:
  BatchPaths(const Batch& batch, std::span<const Setup> setups, const VerifyOptions& options) {
    for (std::size_t i = 0; i < batch.motions.size(); ++i) {
      if (!batch.checks(i)) continue;
      const Motion& m = batch.motions[i];
      const auto index = static_cast<std::uint32_t>(i);
      if (batch.fitness[i] == Fitness::turning) {
        all_.turns.push_back({index, turning_move(m, interpolation_of(setups[m.setup], options.tcp))});
        continue;
      }
      if (m.kind == MotionKind::arc) {
        all_.arcs.emplace_back(m, index);
        continue;
      }
      const Vec3 from = xyz(m.start), to = xyz(m.end);
      const bool rapid = m.kind == MotionKind::rapid;
      if (!rapid || options.rapid != RapidPath::dogleg) all_.legs.push_back({index, from, to, 0, 1});
      if (rapid && options.rapid != RapidPath::straight) {
        add_dogleg(from, to, options.rapid_rates, index, all_.legs);
      }
    }
  }

  const Paths& all() const { return all_; }

  template <class Wanted>
  Paths some(const Wanted& wanted) const {
    Paths paths;
    std::copy_if(all_.legs.begin(), all_.legs.end(), std::back_inserter(paths.legs),
                 [&](const Leg& leg) { return wanted(leg.motion); });
    std::copy_if(all_.arcs.begin(), all_.arcs.end(), std::back_inserter(paths.arcs),
                 [&](const ArcPath& arc) { return wanted(arc.motion); });
    std::copy_if(all_.turns.begin(), all_.turns.end(), std::back_inserter(paths.turns),
                 [&](const Turn& turn) { return wanted(turn.motion); });
    return paths;
  }

 private:
  Paths all_;
};

}  // namespace

BatchCheck check_batch(const Batch& batch, std::span<const Setup> setups, const Scene& scene,
                       const VerifyOptions& options) {
  BatchCheck out;
  if (!batch.tool->trouble.empty()) return out;
  const BatchPaths paths(batch, setups, options);
  if (paths.all().legs.empty() && paths.all().arcs.empty() && paths.all().turns.empty()) return out;
  const auto own = options.tool_stock.find(batch.number);
  const double stock = own != options.tool_stock.end() ? own->second : options.stock;

  const auto gauge = options.gauges.find(batch.number);

  const auto ask = [&](Slot& slot, double stock_here, const Paths& some) {
    const CheckedPart& mesh = scene.bodies[slot.body]->mesh;
    const SweptQuery query{slot.group, &mesh, options.tolerance, stock_here, options.gap, options.threads};
    const SweptCounts counts = check_paths(query, some.legs, some.arcs, slot.depth);
    out.counts.deviation = std::max(out.counts.deviation, counts.deviation);
    const bool counted = slot.body == 0 && slot.group == batch.tool->groups.data();
    if (counted) out.counts.moves += counts.moves;
    if (some.turns.empty()) return;
    const SweptCounts turned = check_turns(query, scene.turning[slot.body], *options.machine,
                                           gauge != options.gauges.end() ? gauge->second : -1, some.turns, slot.depth);
    if (counted) out.counts.moves += turned.moves;
  };

  for (const ToolGroup& group : batch.tool->groups) {
    Slot slot{&group, 0, options.tolerance, options.tolerance - options.clearance, {}};
    slot.depth.resize(batch.motions.size());
    const bool cutter = group.part == Part::cutting;
    const double stock_here = cutter ? stock : 0;
    slot.allowed -= stock_here;
    const auto needs_clearance = [&](std::uint32_t i) {
      const Motion& m = batch.motions[i];
      return !cutter || (m.kind == MotionKind::rapid && !is_retract(m));
    };
    // A clearance of 0 is none, also where a negative stock lets the cutter into the part.
    if (!(options.clearance > std::max(0.0, stock_here))) {
      ask(slot, stock_here, paths.all());
    } else {
      // Most motions keep the clearance, and then need no second look.
      ask(slot, options.clearance, paths.some(needs_clearance));
      const std::vector<PathDepth> near = slot.depth;
      for (PathDepth& depth : slot.depth) {
        if (depth.decision == Decision::clean) continue;
        depth = {};
        depth.near = true;
      }
      ask(slot, stock_here, paths.some([&](std::uint32_t i) { return slot.depth[i].near || !needs_clearance(i); }));
      // Of a near miss, the first look knows how near.
      for (std::size_t i = 0; i < near.size(); ++i) {
        if (!slot.depth[i].near || slot.depth[i].decision != Decision::clean) continue;
        slot.depth[i] = near[i];
        slot.depth[i].decision = Decision::clean;
        slot.depth[i].near = true;
      }
    }
    out.slots.push_back(std::move(slot));
  }
  for (std::size_t k = 1; k < scene.bodies.size(); ++k) {
    for (const ToolGroup& group : batch.tool->groups) {
      Slot slot{&group, static_cast<std::uint32_t>(k), options.tolerance - options.fixture_clearance, 0, {}};
      slot.depth.resize(batch.motions.size());
      ask(slot, options.fixture_clearance, paths.all());
      out.slots.push_back(std::move(slot));
    }
  }
  return out;
}

}  // namespace graze::nc::detail
