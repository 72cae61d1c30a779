// SPDX-License-Identifier: Apache-2.0
// Ordered descent to the triangle nearest to a swept core: the boxes of a node's eight children at a time in float,
// rounded outward; the four triangles of a packet at a time in double.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "nc/check/kernels_core_search.cpp"
#include "hwy/foreach_target.h"
// After foreach_target: the headers below are included once for each instruction set.
#include <algorithm>
#include <vector>

#include "geometry/point_triangle.h"
#include "nc/check/core_search.h"
#include "nc/check/packet_distance-inl.h"
#include "traverse/isa.h"

HWY_BEFORE_NAMESPACE();
namespace graze::nc::detail {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using core::Ref;

struct WaitingNode {
  float squared;
  Ref ref;
};

class CoreWalk {
 public:
  CoreWalk(const PartData& part, CoreSearch& search)
      : part_(part), h_(part.model.hierarchy()), search_(search), packet_(part, search) {
    const core::SweptCore& c = search.core;
    const double per_unit = 1 / h_.unit;
    const auto local = [&](double x, double origin) { return static_cast<float>((x - origin) * per_unit); };
    x_ = local(c.at.x + c.way.x / 2, h_.origin.x);
    y_ = local(c.at.y + c.way.y / 2, h_.origin.y);
    half_x_ = static_cast<float>(std::abs(c.way.x) / 2 * per_unit);
    half_y_ = static_cast<float>(std::abs(c.way.y) / 2 * per_unit);
    low_ = local(c.low(), h_.origin.z);
    high_ = local(c.high(), h_.origin.z);
    radius_ = static_cast<float>(std::max(c.r0, c.r1) * per_unit);
    // The side, r = at_0 + slope z about the hierarchy's origin, as wide as the move makes it at each height.
    if (c.r0 != c.r1 && c.z1 > c.z0) {
      const double slope = (c.r1 - c.r0) / (c.z1 - c.z0);
      const double tip = slope > 0 ? c.at.z + std::min(0.0, c.way.z) : c.at.z + std::max(0.0, c.way.z);
      slope_ = static_cast<float>(slope);
      at_0_ = static_cast<float>((c.r0 + slope * (h_.origin.z - tip - c.z0)) * per_unit);
      cosine_ = static_cast<float>(1 / std::sqrt(1 + slope * slope));
    }
    const double size =
        2 * h_.radius +
        (std::abs(c.at.x - h_.origin.x) + std::abs(c.at.y - h_.origin.y) + std::abs(c.at.z - h_.origin.z) +
         2 * core::max_abs(c.way) + c.r0 + c.r1 + std::abs(c.z0) + std::abs(c.z1)) *
            per_unit * (1 + std::abs(static_cast<double>(slope_) * static_cast<double>(cosine_)));
    pad_ = 0x1p-19 * size + 1e-18;
    per_unit_ = per_unit;
    SetReach();
  }

  void Run(WaitingNode* stack, size_t first_packet) {
    // What the last move was nearest to gives a bound that hardly any order betters.
    ordered_ = first_packet >= h_.leaves.size();
    if (!ordered_) Packet(first_packet);
    size_t waiting = 0;
    stack[waiting++] = {0, h_.ref(0, 0)};
    while (waiting > 0) {
      const WaitingNode next = stack[--waiting];
      if (next.squared > reach_squared_) continue;
      if (core::is_leaf(next.ref)) {
        const size_t index = core::index_of(next.ref);
        for (size_t i = 0; i < h_.leaves[index].packets; ++i) {
          if (index + i != first_packet) Packet(index + i);
        }
      } else {
        Open(core::index_of(next.ref), stack, waiting);
      }
    }
    packet_.Finish(part_, search_);
  }

 private:
  void SetReach() {
    const double padded = (std::max(search_.lower, search_.collect) * per_unit_ + pad_) * (1 + 0x1p-20);
    const double squared = padded * padded;
    reach_squared_ = squared < 1e38 ? static_cast<float>(squared * (1 + 0x1p-22)) : hwy::HighestValue<float>();
  }

  void Packet(size_t index) {
    ++search_.counts.packets;
    const double before = search_.lower;
    packet_.Offer(part_, index, search_);
    if (search_.lower < before) SetReach();
  }

  HWY_INLINE void Open(size_t node, WaitingNode* stack, size_t& waiting) {
    using Eight = hn::CappedTag<float, 8>;
    const Eight d;
    ++search_.counts.nodes;
    const float* fields = h_.node(node);
    const size_t first = waiting;
    HWY_ALIGN float squares[8];
    unsigned within = 0;
    const auto zero = hn::Zero(d);
    for (size_t lane = 0; lane < 8; lane += hn::Lanes(d)) {
      const auto row = [&](size_t i) HWY_ATTR { return hn::LoadU(d, fields + 8 * i + lane); };
      const auto beside = [&](size_t axis, float middle, float half) HWY_ATTR {
        const auto out =
            hn::Sub(hn::Abs(hn::Sub(row(axis), hn::Set(d, middle))), hn::Add(row(3 + axis), hn::Set(d, half)));
        return hn::Max(out, zero);
      };
      const auto x = beside(0, x_, half_x_), y = beside(1, y_, half_y_);
      auto across = hn::MulAdd(x, x, hn::Mul(y, y));
      const auto bottom = hn::Sub(row(2), row(5)), top = hn::Add(row(2), row(5));
      const auto z = hn::Max(hn::Max(hn::Sub(bottom, hn::Set(d, high_)), hn::Sub(hn::Set(d, low_), top)), zero);
      auto squared = hn::MulAdd(z, z, across);
      if (radius_ != 0) {
        across = hn::Sqrt(across);
        const auto out = hn::Max(hn::Sub(across, hn::Set(d, radius_)), zero);
        squared = hn::MulAdd(z, z, hn::Mul(out, out));
      }
      if (slope_ != 0) {
        const auto width = hn::MulAdd(hn::Set(d, slope_), slope_ > 0 ? top : bottom, hn::Set(d, at_0_));
        const auto side = hn::Max(hn::Mul(hn::Sub(across, width), hn::Set(d, cosine_)), zero);
        squared = hn::Max(squared, hn::Mul(side, side));
      }
      hn::StoreU(squared, d, squares + lane);
      uint8_t bits[8] = {};
      hn::StoreMaskBits(d, hn::Le(squared, hn::Set(d, reach_squared_)), bits);
      within |= static_cast<unsigned>(bits[0]) << lane;
    }
    for (; within != 0; within &= within - 1) {
      const size_t i = hwy::Num0BitsBelowLS1Bit_Nonzero32(within);
      const Ref ref = h_.ref(node, i);
      if (ref == core::kNoRef) continue;
      size_t at = waiting++;
      if (ordered_) {
        for (; at > first && stack[at - 1].squared < squares[i]; --at) stack[at] = stack[at - 1];
      }
      stack[at] = {squares[i], ref};
    }
  }

  const PartData& part_;
  const core::Hierarchy& h_;
  CoreSearch& search_;
  PacketDistance packet_;
  float x_, y_, half_x_, half_y_, low_, high_, radius_;
  float slope_ = 0, at_0_ = 0, cosine_ = 1;
  double pad_ = 0, per_unit_ = 1;
  float reach_squared_ = 0;
  bool ordered_ = true;
};

void SearchCore(const PartData& part, CoreSearch& search, size_t first_packet) {
  const core::Hierarchy& h = part.model.hierarchy();
  const size_t most = static_cast<size_t>(h.height + 2) * h.layout.lanes;
  WaitingNode few[512];
  std::vector<WaitingNode> many;
  if (most > 512) many.resize(most);
  CoreWalk(part, search).Run(most > 512 ? many.data() : few, first_packet);
}

}  // namespace HWY_NAMESPACE
}  // namespace graze::nc::detail
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace graze::nc::detail {

HWY_EXPORT(SearchCore);

void search_core(const PartData& part, CoreSearch& search, std::size_t first_packet) {
  core::init_isa();
  HWY_DYNAMIC_DISPATCH(SearchCore)(part, search, first_packet);
}

}  // namespace graze::nc::detail
#endif
