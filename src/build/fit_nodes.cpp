// SPDX-License-Identifier: Apache-2.0
// Volumes, second: the bounding volumes of a wide topology. Leaves first, many at a time; the moments of their
// triangles are merged upward, and give the axes of the volumes above.
#include "build/fit_nodes.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/parallel.h"
#include "build/link_nodes.h"
#include "hwy/contrib/sort/vqsort.h"
#include "volumes/fit.h"
#include "volumes/layout.h"
#include "volumes/registry.h"

namespace graze::detail {
namespace {

/// Nodes of one task. Nodes lie in depth-first order, so most of a node's descendants are in its own chunk.
constexpr std::size_t kGrain = 512;
static_assert(kGrain * 16 <= 0x10000, "children of a task are numbered in 16 bits");

/// Volumes whose axes come from the moments of what is below them.
bool needs_moments(Volume volume) {
  return volume == Volume::obb || volume == Volume::rounded_box || volume == Volume::hybrid ||
         family_of(volume) != nullptr;
}

bool is_leaf(const WideChild& child) { return child.wide == kNoNode; }

class Fitter {
 public:
  Fitter(const Topology& topology, const WideTopology& wide, const Leaves& leaves, float slack, Effort effort,
         Hierarchy& h)
      : topology_(topology), wide_(wide), leaves_(leaves), slack_(slack), effort_(effort), h_(h) {}

  void run() {
    const std::size_t nodes = wide_.node_count(), chunks = (nodes + kGrain - 1) / kGrain;
    h_.nodes.resize(nodes * h_.layout.stride);
    h_.node_slot.resize(nodes);
    h_.node_slot[0] = 0;
    const auto each = [&](const auto& work) {
      parallel_for(std::size_t{0}, chunks,
                   [&](std::size_t i) { work(i, i * kGrain, std::min(nodes, (i + 1) * kGrain)); });
    };
    if (!needs_moments(h_.volume)) {
      each([&](std::size_t, std::size_t begin, std::size_t end) {
        clear(begin, end);
        fit_plain(begin, end);
        link(begin, end);
      });
      return;
    }
    moments_.resize(nodes);
    open_.resize(nodes);
    std::vector<std::vector<std::uint32_t>> open(chunks);
    std::vector<std::vector<Inner>> late(chunks);
    // As much as can be done while a chunk's nodes and triangles are in a cache: memory is what two threads share.
    each([&](std::size_t i, std::size_t begin, std::size_t end) {
      clear(begin, end);
      fit_leaves(begin, end);
      for (std::size_t node = end; node-- > begin;) {
        open_[node] = merge_children(node, end) ? 0 : 1;
        if (open_[node] != 0) open[i].push_back(static_cast<std::uint32_t>(node));
      }
      std::vector<Inner> inner;
      inner.reserve(4 * (end - begin));
      for_children(begin, end, [&](const Slot& slot, const WideChild& child) {
        if (is_leaf(child)) return;
        (is_known(child, end) ? inner : late[i]).push_back({slot, points_of(child), child.wide});
      });
      fit_inner(inner);
      link(begin, end);
    });
    for (std::size_t i = chunks; i-- > 0;) {
      for (const std::uint32_t node : open[i]) {
        merge_children(node, nodes);
        open_[node] = 0;
      }
    }
    parallel_for(std::size_t{0}, chunks, [&](std::size_t i) {
      fit_inner(late[i]);
      for (const Inner& child : late[i]) link(child.slot.node, child.slot.node + 1);  // fields may lie over links
    });
  }

 private:
  struct Slot {
    std::size_t node, lane;
  };

  /// A child that is a node.
  struct Inner {
    Slot slot;
    Points points;
    std::uint32_t wide;
  };

  /// Children to be fitted together.
  struct Batch {
    std::vector<Slot> slots;
    std::vector<Points> pieces;
    std::vector<Moments> moments;
  };

  Points points_of(const WideChild& child) const {
    const BinaryNode& node = topology_.nodes[child.binary];
    return leaves_.surface.range(node.begin, node.end);
  }

  template <class F>
  void for_children(std::size_t begin, std::size_t end, const F& f) const {
    for (std::size_t node = begin; node < end; ++node) {
      const std::uint32_t first = wide_.child_begin[node], last = wide_.child_begin[node + 1];
      for (std::uint32_t c = first; c < last; ++c) f(Slot{node, c - first}, wide_.children[c]);
    }
  }

  void store(const Slot& slot, const float* fields) {
    float* node = h_.nodes.data() + slot.node * h_.layout.stride;
    if (h_.layout.fields == kBoxFields && !h_.layout.by_child) {  // rows known here: a third of the time
      float* lane = node + h_.layout.at(field::kAxes, slot.lane);
      const std::size_t step = h_.layout.at(field::kObbHalf + 1, slot.lane) - h_.layout.at(field::kObbHalf, slot.lane);
      for (std::size_t f = 0; f < kBoxFields; ++f) lane[box_row(f) * step] = fields[f];
      return;
    }
    for (std::size_t f = 0; f < h_.layout.fields; ++f) node[h_.layout.at(f, slot.lane)] = fields[f];
  }

  /// Zeros in the lanes that stay empty and in what pads a node, and in moments that are added to.
  void clear(std::size_t begin, std::size_t end) {
    const std::size_t stride = h_.layout.stride;
    std::fill(h_.nodes.begin() + begin * stride, h_.nodes.begin() + end * stride, 0.0f);
    if (!moments_.empty()) std::fill(moments_.begin() + begin, moments_.begin() + end, Moments{});
  }

  void link(std::size_t begin, std::size_t end) { link_nodes(begin, end, topology_, wide_, leaves_.first_packet, h_); }

  void fit_plain(std::size_t begin, std::size_t end) {
    for_children(begin, end, [&](const Slot& slot, const WideChild& child) {
      float fields[32];
      fit(h_.volume, points_of(child), {}, slack_, fields);
      store(slot, fields);
    });
  }

  void fit_leaves(std::size_t begin, std::size_t end) {
    Batch batch;
    std::vector<Slot>& slots = batch.slots;
    std::vector<Points>& pieces = batch.pieces;
    std::vector<Moments>& moments = batch.moments;
    for_children(begin, end, [&](const Slot& slot, const WideChild& child) {
      if (!is_leaf(child)) return;
      slots.push_back(slot);
      pieces.push_back(points_of(child));
    });
    moments.resize(pieces.size());
    if (h_.volume == Volume::obb) {
      std::vector<std::array<float, 15>> boxes(pieces.size());
      fit_leaf_obbs(pieces.data(), pieces.size(), slack_, moments.data(), boxes.data());
      for (std::size_t i = 0; i < slots.size(); ++i) store(slots[i], boxes[i].data());
    } else {
      moments_of(pieces.data(), pieces.size(), moments.data());
      for (std::size_t i = 0; i < slots.size(); ++i) {
        float fields[32];
        fit(h_.volume, pieces[i], moments[i], slack_, fields);
        store(slots[i], fields);
      }
    }
    for (std::size_t i = 0, next = 0; i < slots.size(); i = next) {
      while (next < slots.size() && slots[next].node == slots[i].node) ++next;
      moments_[slots[i].node] = merge(moments.data() + i, next - i);
    }
  }

  /// Adds the moments of the children that are nodes, to those of the leaves. Children lie behind their parents: false,
  /// and nothing done, when one lies at or beyond `known`, or is open itself.
  bool merge_children(std::size_t node, std::size_t known) {
    std::array<Moments, 17> parts;
    std::size_t count = 1;
    parts[0] = moments_[node];
    for (std::uint32_t c = wide_.child_begin[node]; c < wide_.child_begin[node + 1]; ++c) {
      const WideChild& child = wide_.children[c];
      if (is_leaf(child)) continue;
      if (!is_known(child, known)) return false;
      parts[count++] = moments_[child.wide];
    }
    if (count > 1) moments_[node] = merge(parts.data(), count);
    return true;
  }

  /// Whether a child's moments are, those of the nodes before `known` being so unless they are open.
  bool is_known(const WideChild& child, std::size_t known) const {
    return child.wide < known && open_[child.wide] == 0;
  }

  /// At most the children of one task.
  void fit_inner(const std::vector<Inner>& children) {
    std::vector<std::uint64_t> keys(children.size());
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = (std::uint64_t{children[i].points.count} << 16u) | i;
    // Pieces of about the same size side by side: those fitted together take as long as the largest.
    hwy::Sorter()(keys.data(), keys.size(), hwy::SortAscending());
    Batch batch;
    batch.slots.resize(keys.size());
    batch.pieces.resize(keys.size());
    batch.moments.resize(keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const Inner& child = children[keys[i] & 0xFFFFu];
      batch.slots[i] = child.slot;
      batch.pieces[i] = child.points;
      batch.moments[i] = moments_[child.wide];
    }
    if (h_.volume == Volume::obb) {
      std::vector<std::array<float, 15>> boxes(batch.pieces.size());
      fit_obbs(batch.pieces.data(), batch.moments.data(), batch.pieces.size(), slack_, effort_, boxes.data());
      for (std::size_t i = 0; i < boxes.size(); ++i) store(batch.slots[i], boxes[i].data());
      return;
    }
    for (std::size_t i = 0; i < batch.slots.size(); ++i) {
      float fields[32];
      fit(h_.volume, batch.pieces[i], batch.moments[i], slack_, fields);
      store(batch.slots[i], fields);
    }
  }

  const Topology& topology_;
  const WideTopology& wide_;
  const Leaves& leaves_;
  float slack_;
  Effort effort_;
  Hierarchy& h_;
  BulkVector<Moments> moments_;     // by wide node
  std::vector<std::uint8_t> open_;  // by wide node: its children's moments are still to be added
};

}  // namespace

void fit_nodes(const Topology& topology, const WideTopology& wide, const Leaves& leaves, float slack, Effort effort,
               Hierarchy& h) {
  Fitter(topology, wide, leaves, slack, effort, h).run();
}

}  // namespace graze::detail
