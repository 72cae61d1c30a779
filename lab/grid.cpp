// SPDX-License-Identifier: Apache-2.0
// A grid of N³ boxes (thesis 2.3.1): each lists the obstacle triangles that meet it, found by scan conversion in time
// proportional to the lists.
#include <chrono>
#include <string>
#include <utility>

#include "graze/error.h"
#include "lab/clip.h"
#include "lab/listed_method.h"

namespace graze::lab {
namespace {

constexpr int kMostCells = 400;
constexpr std::size_t kMostStored = std::size_t{1} << 27;

class Grid final : public ListedMethod<Grid> {
 public:
  Grid(Mesh mesh, const GridOptions& options) : ListedMethod(std::move(mesh)), n_(options.cells) {
    if (n_ < 1 || n_ > kMostCells)
      throw Error(ErrorCode::invalid_option, "grid: " + std::to_string(n_) + " cells a side; 1 to 400 are possible");
    const auto began = std::chrono::steady_clock::now();
    const Environment& env = environment();
    per_length_ = n_ / env.side;
    std::vector<Entry> entries;
    for (std::uint32_t t = 0; t < env.size(); ++t) scan(t, entries);
    sort_into_lists(entries);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    stats_.build_seconds = took.count();
    stats_.stored = list_.size();
    stats_.cells = first_.size() - 1;
    stats_.bytes = sizeof(std::uint32_t) * (list_.size() + first_.size()) + sizeof(Box) * env.boxes.size();
  }

  std::string_view name() const override { return "grid"; }

 private:
  friend class ListedMethod<Grid>;

  struct Entry {
    std::uint32_t cell, triangle;
  };
  struct Span {
    int first, last;
  };

  int index(double x, int axis) const {
    const double i = (x - detail::coordinate(environment().corner, axis)) * per_length_;
    return i > 0 ? static_cast<int>(std::min(i, n_ - 1.0)) : 0;  // from outside: the cell at the border
  }
  Span span(double lower, double upper, int axis) const { return {index(lower, axis), index(upper, axis)}; }
  Span padded(const Polygon::Range& range, int axis) const {
    return span(range.lower - environment().pad, range.upper + environment().pad, axis);
  }
  std::size_t cell(int x, int y, int z) const {
    return (static_cast<std::size_t>(z) * static_cast<std::size_t>(n_) + static_cast<std::size_t>(y)) *
               static_cast<std::size_t>(n_) +
           static_cast<std::size_t>(x);
  }

  /// Layer i, a little thicker: index() is monotonous, and off by less than the pad.
  void clip_to_layer(Polygon& polygon, int axis, int i) const {
    const Environment& env = environment();
    const double start = detail::coordinate(env.corner, axis);
    polygon.clip(axis, start + i / per_length_ - env.pad, start + (i + 1) / per_length_ + env.pad);
  }

  void scan(std::uint32_t t, std::vector<Entry>& entries) const {
    const Polygon triangle(environment().corners(t));
    const Span layers = padded(triangle.range(2), 2);
    for (int z = layers.first; z <= layers.last; ++z) {
      Polygon slice = triangle;
      clip_to_layer(slice, 2, z);
      if (slice.empty()) continue;
      const Span rows = padded(slice.range(1), 1);
      for (int y = rows.first; y <= rows.last; ++y) {
        Polygon strip = slice;
        clip_to_layer(strip, 1, y);
        if (strip.empty()) continue;
        const Span columns = padded(strip.range(0), 0);
        for (int x = columns.first; x <= columns.last; ++x)
          entries.push_back({static_cast<std::uint32_t>(cell(x, y, z)), t});
      }
    }
    if (entries.size() > kMostStored)
      throw Error(ErrorCode::limit, "grid: more than 2^27 references; " + std::to_string(n_) + " cells are too many");
  }

  void sort_into_lists(const std::vector<Entry>& entries) {
    first_.assign(cell(0, 0, n_) + 1, 0);
    for (const Entry& e : entries) ++first_[e.cell + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    list_.resize(entries.size());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (const Entry& e : entries) list_[next[e.cell]++] = e.triangle;
  }

  /// Calls `stop(triangle)` for everything listed in the cells the box meets, until it says so.
  template <class Stop>
  bool visit(const Box& box, Flight& flight, const Stop& stop) const {
    if (!overlap(box, environment().workspace())) return false;
    const Span xs = span(box.lower.x, box.upper.x, 0);
    const Span ys = span(box.lower.y, box.upper.y, 1);
    const Span zs = span(box.lower.z, box.upper.z, 2);
    for (int z = zs.first; z <= zs.last; ++z) {
      for (int y = ys.first; y <= ys.last; ++y) {
        // Cells along x are neighbours, and so are their lists.
        const std::size_t row = cell(xs.first, y, z);
        const std::size_t cells = static_cast<std::size_t>(xs.last - xs.first) + 1;
        flight.counters().cells += cells;
        for (std::uint32_t i = first_[row]; i < first_[row + cells]; ++i) {
          if (stop(list_[i])) return true;
        }
      }
    }
    return false;
  }

  int n_;
  double per_length_ = 0;
  std::vector<std::uint32_t> first_;  // of a cell's list
  std::vector<std::uint32_t> list_;
};

}  // namespace

std::unique_ptr<Method> make_grid(Mesh environment, const GridOptions& options) {
  return std::make_unique<Grid>(std::move(environment), options);
}

}  // namespace graze::lab
