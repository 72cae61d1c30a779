// SPDX-License-Identifier: Apache-2.0
#include "build/surface_marks.h"

#include <array>

#include "build/size_code.h"

namespace graze::detail {
namespace {

/// Edges of parts of triangles, in diagonals of nodes: with 1 a third of models' marks are too many, and queries take
/// as long.
constexpr double kPart = 2;
/// Beyond these, triangles are not divided any further.
constexpr std::size_t kEnough = 8192;

using Point = std::array<float, 3>;

void add_mark(const Point& at, Ref node, SurfaceMarks& out) {
  for (std::size_t x = 0; x < 3; ++x) out.x[x].push_back(at[x]);
  out.node.push_back(node);
}

/// Parts of the triangles of a leaf.
class Parts {
 public:
  Parts(Ref leaf, const Point& centre, float longest, SurfaceMarks& out)
      : leaf_(leaf), centre_(centre), longest_(longest), out_(out) {}

  /// Halves a triangle at its longest edge until none is longer. Seen from the packet's centre.
  void add(const std::array<Point, 3>& corner, int halvings = 0) {
    // Edges of a file's triangle may be as short as what their ends are rounded to: then a half is no smaller.
    constexpr int kMost = 40;
    float most = 0;
    std::size_t from = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      float square = 0;
      for (std::size_t x = 0; x < 3; ++x) {
        const float d = corner[(k + 1) % 3][x] - corner[k][x];
        square += d * d;
      }
      if (square > most) most = square, from = k;
    }
    const auto mean = [](auto... of) { return ((of + ...)) / static_cast<float>(sizeof...(of)); };
    Point middle;
    if (!(most > longest_ * longest_) || halvings == kMost || out_.size() >= kEnough) {
      for (std::size_t x = 0; x < 3; ++x) middle[x] = centre_[x] + mean(corner[0][x], corner[1][x], corner[2][x]);
      return add_mark(middle, leaf_, out_);
    }
    const std::size_t to = (from + 1) % 3;
    for (std::size_t x = 0; x < 3; ++x) middle[x] = mean(corner[from][x], corner[to][x]);
    std::array<Point, 3> part = corner;
    part[from] = middle;
    add(part, halvings + 1);
    part = corner;
    part[to] = middle;
    add(part, halvings + 1);
  }

 private:
  const Ref leaf_;
  const Point centre_;
  const float longest_;
  SurfaceMarks& out_;
};

void add_leaf(const Hierarchy& h, Ref leaf, float longest, SurfaceMarks& out) {
  const LeafPacket* packet = &h.leaves[index_of(leaf)];
  for (const LeafPacket* end = packet + packet->packets; packet != end; ++packet) {
    Parts parts(leaf, {packet->centre[0], packet->centre[1], packet->centre[2]}, longest, out);
    for (std::size_t t = 0; t < packet->count; ++t) {
      std::array<Point, 3> corner;
      for (std::size_t k = 0; k < 3; ++k) {
        for (std::size_t x = 0; x < 3; ++x) corner[k][x] = packet->v[k][x][t];
      }
      parts.add(corner);
    }
  }
}

}  // namespace

SurfaceMarks mark_surface(const Hierarchy& h, double diagonal) {
  const int small = code_of_size(h, diagonal);
  const auto longest = static_cast<float>(kPart * diagonal);
  SurfaceMarks out;
  std::vector<std::uint32_t> open = {0};
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    for (std::size_t lane = 0; lane < h.layout.lanes; ++lane) {
      const Ref ref = h.ref(node, lane);
      if (ref == kNoRef) continue;
      if (static_cast<int>(size_code(ref)) <= small) {
        const float* fields = h.node(node);
        const auto at = [&](std::size_t x) { return fields[h.layout.at(field::kCentre + x, lane)]; };
        add_mark({at(0), at(1), at(2)}, ref, out);
      } else if (is_leaf(ref)) {
        add_leaf(h, ref, longest, out);
      } else {
        open.push_back(index_of(ref));
      }
    }
  }
  return out;
}

SurfaceMarks every_nth(const SurfaceMarks& marks, std::size_t n) {
  SurfaceMarks out;
  for (std::size_t i = 0; i < marks.size(); i += n) {
    add_mark({marks.x[0][i], marks.x[1][i], marks.x[2][i]}, marks.node[i], out);
  }
  return out;
}

}  // namespace graze::detail
