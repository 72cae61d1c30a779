// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/batch.h"

#include <algorithm>

namespace graze::nc::detail {
namespace {

struct Paths {
  std::vector<Leg> legs;
  std::vector<ArcPath> arcs;
};

/// Away from what was cut, along the axis: no clearance can be asked of it.
bool is_retract(const Motion& m) {
  const Vec3 a = xyz(m.start), b = xyz(m.end);
  return a.x == b.x && a.y == b.y && b.z >= a.z;
}

class BatchPaths {
 public:
  BatchPaths(const Batch& batch, const VerifyOptions& options) {
    for (std::size_t i = 0; i < batch.motions.size(); ++i) {
      if (!batch.checks(i)) continue;
      const Motion& m = batch.motions[i];
      const auto index = static_cast<std::uint32_t>(i);
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
    return paths;
  }

 private:
  Paths all_;
};

}  // namespace

BatchCheck check_batch(const Batch& batch, const CheckedBody& part, std::span<const CheckedBody> fixtures,
                       const VerifyOptions& options) {
  BatchCheck out;
  if (!batch.tool->trouble.empty()) return out;
  const BatchPaths paths(batch, options);
  if (paths.all().legs.empty() && paths.all().arcs.empty()) return out;
  const auto own = options.tool_stock.find(batch.number);
  const double stock = own != options.tool_stock.end() ? own->second : options.stock;

  const auto ask = [&](const CheckedBody& body, Slot& slot, double stock_here, const Paths& some) {
    const SweptQuery query{slot.group, &body.mesh, options.tolerance, stock_here, options.gap, options.threads};
    const SweptCounts counts = check_paths(query, some.legs, some.arcs, slot.depth);
    out.counts.deviation = std::max(out.counts.deviation, counts.deviation);
    if (slot.body == 0 && slot.group == batch.tool->groups.data()) out.counts.moves += counts.moves;
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
    if (!(options.clearance > stock_here)) {
      ask(part, slot, stock_here, paths.all());
    } else {
      // Most motions keep the clearance, and then need no second look.
      ask(part, slot, options.clearance, paths.some(needs_clearance));
      for (PathDepth& depth : slot.depth) {
        if (depth.decision == Decision::clean) continue;
        depth = {};
        depth.near = true;
      }
      ask(part, slot, stock_here,
          paths.some([&](std::uint32_t i) { return slot.depth[i].near || !needs_clearance(i); }));
    }
    out.slots.push_back(std::move(slot));
  }
  for (std::size_t k = 0; k < fixtures.size(); ++k) {
    for (const ToolGroup& group : batch.tool->groups) {
      Slot slot{&group, static_cast<std::uint32_t>(k + 1), options.tolerance - options.fixture_clearance, 0, {}};
      slot.depth.resize(batch.motions.size());
      ask(fixtures[k], slot, options.fixture_clearance, paths.all());
      out.slots.push_back(std::move(slot));
    }
  }
  return out;
}

}  // namespace graze::nc::detail
