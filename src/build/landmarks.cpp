// SPDX-License-Identifier: Apache-2.0
#include "build/landmarks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "build/leaf_box.h"
#include "build/size_code.h"

namespace graze::detail {
namespace {

constexpr std::size_t kFewestPackets = 64;
/// Cells along the longest side, and the diagonal of a node in cells. Scenario U, 19 models, times depth-first,
/// compared with more tries than there are now: 12 and 2.5 1.38, 12 and 2 or 3 1.35, 16 and 2 to 3 1.35, 20 and 2 to
/// 3 1.32-1.34.
constexpr double kCells = 12, kNodeInCells = 2.5;

struct Mark {
  float centre[3];
  Ref ref;
};

/// The largest nodes of at most this size, and leaves that are not in one.
std::vector<Mark> small_nodes(const Hierarchy& h, double size) {
  const int small = code_of_size(h, size);
  std::vector<Mark> out;
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
      const Ref ref = h.ref(node, lane);
      if (ref == kNoRef) continue;
      if (!is_leaf(ref) && static_cast<int>(size_code(ref)) > small) {
        open.push_back(index_of(ref));
        continue;
      }
      Mark& mark = out.emplace_back();
      mark.ref = ref;
      for (std::size_t x = 0; x < 3; ++x) mark.centre[x] = h.node(node)[h.layout.at(field::kCentre + x, lane)];
    }
  }
  return out;
}

/// Each cell gets the node whose centre is nearest to its own.
void fill_cells(const std::vector<Mark>& marks, Landmarks& out) {
  std::vector<float> least(out.node.size(), std::numeric_limits<float>::max());
  for (const Mark& mark : marks) {
    int cell[3];
    float square = 0;
    std::int32_t place = 0;
    for (int x = 0; x < 3; ++x) {
      const float at = (mark.centre[x] - out.lower[x]) * out.per_cell;
      // A box that a file holds may reach far beyond its triangles: clamped before it is converted.
      cell[x] = static_cast<int>(std::clamp(at, 0.0f, static_cast<float>(out.sides[x] - 1)));
      const float within = std::clamp(at - static_cast<float>(cell[x]), 0.0f, 1.0f);
      square += (within - 0.5f) * (within - 0.5f);
      place |= static_cast<std::int32_t>(127 * within) << (8 * x);
    }
    const auto i = static_cast<std::size_t>((cell[2] * out.sides[1] + cell[1]) * out.sides[0] + cell[0]);
    if (!(square < least[i])) continue;
    least[i] = square;
    out.place[i] = place;
    out.node[i] = mark.ref;
  }
}

void spread_points(const std::vector<Mark>& marks, Landmarks& out) {
  std::vector<float> square(marks.size(), std::numeric_limits<float>::max());
  std::size_t farthest = 0;
  for (std::size_t k = 0; k < Landmarks::kPoints; ++k) {
    const Mark& chosen = marks[farthest];
    for (std::size_t x = 0; x < 3; ++x) out.point[x][k] = chosen.centre[x];
    out.node_of_point[k] = chosen.ref;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      float sum = 0;
      for (int x = 0; x < 3; ++x) {
        const float from = marks[i].centre[x] - chosen.centre[x];
        sum += from * from;
      }
      square[i] = std::min(square[i], sum);
    }
    farthest = static_cast<std::size_t>(std::max_element(square.begin(), square.end()) - square.begin());
  }
}

}  // namespace

Landmarks make_landmarks(const Hierarchy& h, const LeafBox& box) {
  Landmarks out;
  if (h.volume != Volume::obb || h.width != 4 || h.leaves.size() < kFewestPackets) return out;
  double longest = 0;
  for (int x = 0; x < 3; ++x) longest = std::max(longest, box.upper[x] - box.lower[x]);
  const double side = longest / kCells;
  if (!(side > 0) || !std::isfinite(1 / static_cast<float>(side))) return out;
  out.per_cell = static_cast<float>(1 / side);
  std::size_t cells = 1;
  for (int x = 0; x < 3; ++x) {
    out.lower[x] = static_cast<float>(box.lower[x]);
    out.sides[x] = std::max(1, static_cast<int>(std::ceil((box.upper[x] - box.lower[x]) / side)));
    cells *= static_cast<std::size_t>(out.sides[x]);
  }
  out.place.assign(cells, Landmarks::kNothing);
  out.node.assign(cells, kNoRef);
  const std::vector<Mark> marks = small_nodes(h, kNodeInCells * side);
  fill_cells(marks, out);
  spread_points(marks, out);
  return out;
}

}  // namespace graze::detail
