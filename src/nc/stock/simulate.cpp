// SPDX-License-Identifier: Apache-2.0
// The program in batches of straight moves: what each tool takes away, and what must not meet material.
//
// On one move, shank and cutter may pass the same place. Seen from the tool, a point goes along -way: where the tool
// does not rise along its axis, a point never goes from the shank down to the cutter, so what the shank may meet is
// what the whole move has left; where the tool rises, it never goes from the cutter up to the shank, and the shank
// meets what was there before the move. Neither needs the times.
#include <chrono>
#include <cstdio>
#include <map>
#include <stdexcept>

#include "base/parallel.h"
#include "graze/error.h"
#include "nc/stock/carve.h"
#include "nc/stock/compare.h"
#include "nc/stock/fill.h"
#include "nc/stock/reference_heights.h"
#include "nc/stock/straight_moves.h"
#include "nc/stock/surface.h"
#include "nc/stock/verdict.h"

namespace graze::detail::stock {
namespace {

constexpr std::size_t kActionsOfBatch = 8192;

/// A tool's pieces: those that cut, and all of them less the tolerance.
struct ToolShapes {
  std::string missing;  // why it cannot be used
  std::vector<Shape> cutting;
  struct Solid {
    Shape shape;
    nc::Part part;
  };
  std::vector<Solid> solid;
  double reach = 0;  // of any point from the tip
};

void check_options(const nc::StockOptions& o) {
  const auto positive = [](double v) { return v > 0 && std::isfinite(v); };
  const auto none_negative = [](double v) { return v >= 0 && std::isfinite(v); };
  if (!none_negative(o.cell)) throw std::invalid_argument("simulate_stock: the cell must be finite and not negative");
  if (!positive(o.tolerance)) throw std::invalid_argument("simulate_stock: the tolerance must be positive");
  if (!positive(o.excess_tolerance))
    throw std::invalid_argument("simulate_stock: the tolerance of excess must be positive");
  if (!none_negative(o.chord) || !none_negative(o.turn)) {
    throw std::invalid_argument("simulate_stock: errors allowed must be finite and not negative");
  }
}

class Simulation {
 public:
  Simulation(const nc::Program& program, const nc::ToolLibrary& tools, const nc::Stock& stock,
             const nc::StockOptions& options, nc::StockReport& report)
      : program_(program),
        tools_(tools),
        options_(options),
        report_(report),
        grid_(grid_of(stock, options)),
        heights_(options.starts_clear) {
    for (int axis = 2; axis >= (options.height_field ? 2 : 0); --axis) {
      sets_.emplace_back(grid_, axis);
      fill(sets_.back(), stock);
      const auto k = static_cast<std::size_t>(axis);
      report_.lines[k] = static_cast<std::size_t>(sets_.back().rows()) * sets_.back().columns();
      report_.volume_before[k] = sets_.back().volume();
    }
    report_.cell = grid_.cell;
    const double x = grid_.cell[0], y = grid_.cell[1], z = grid_.cell[2];
    report_.between_lines =
        0.5 *
        (options.height_field ? std::hypot(x, y) : std::max({std::hypot(x, y), std::hypot(y, z), std::hypot(z, x)}));
    cell_ = std::max({x, y, z});
  }

  const std::vector<Dexels>& sets() const { return sets_; }
  StockErrors errors() const { return {division_.chord, division_.turn, tool_excess_, path_tolerance_}; }

  /// False: told to stop.
  bool run() {
    report_.motions = program_.path.size();
    for (std::uint64_t i = 0; i < program_.path.size(); ++i) {
      add(i, program_.path[i]);
      if (actions_.size() >= kActionsOfBatch || (i % 4096 == 4095)) {
        flush();
        if (options_.progress && !options_.progress(i + 1, report_.motions)) return false;
      }
    }
    flush();
    return !options_.progress || options_.progress(report_.motions, report_.motions);
  }

 private:
  /// What a tag of an action stands for.
  struct Record {
    std::uint64_t motion;
    nc::FindingKind kind;
    nc::Part part;
    int tool;
    double t0, t1;
  };

  static Grid grid_of(const nc::Stock& stock, const nc::StockOptions& options) {
    const double least = nc::cell_for(stock, options.memory, options.height_field);
    if (options.cell > 0 && options.cell < least * (1 - 1e-9)) {
      char text[160];
      std::snprintf(text, sizeof text, "stock: cells of %g mm need more than %zu bytes, which allow %.4g mm",
                    options.cell, options.memory, least);
      throw Error(ErrorCode::limit, text);
    }
    return {stock.bounds(), options.cell > 0 ? options.cell : least};
  }

  const ToolShapes& shapes_of(int number) {
    const auto found = shapes_.find(number);
    if (found != shapes_.end()) return found->second;
    ToolShapes shapes;
    try {
      if (number == 0) throw Error(ErrorCode::invalid_option, "the program has not named a tool (T.. M6)");
      if (tools_.find_mesh(number) != nullptr) throw Error(ErrorCode::unsupported, "mesh tools are not simulated");
      double excess = 0;
      for (const nc::ConvexPiece& piece : nc::convex_pieces(tools_.at(number), options_.tolerance / 10, &excess)) {
        const Shape shape = shape_of(piece);
        if (piece.part == nc::Part::cutting) shapes.cutting.push_back(shape);
        if (const auto inner = shrunk(shape, options_.tolerance)) shapes.solid.push_back({*inner, piece.part});
        shapes.reach = std::max(shapes.reach, std::hypot(shape.reach(), std::max(std::abs(shape.low()), shape.high())));
      }
      tool_excess_ = std::max(tool_excess_, excess);
    } catch (const Error& error) {
      shapes.missing = error.message();
    }
    return shapes_.emplace(number, std::move(shapes)).first->second;
  }

  void add(std::uint64_t index, nc::Motion motion) {
    const nc::Setup& setup = program_.setups[motion.setup];
    const int tool = setup.tool != 0 ? setup.tool : options_.first_tool;
    const bool above = !options_.place && heights_.next(motion, tool, grid_.upper[2]);
    const ToolShapes& shapes = shapes_of(tool);
    if (!shapes.missing.empty()) {
      unchecked(index, nc::FindingKind::tool_missing, tool, shapes.missing);
      return;
    }
    if (above && !turned(motion)) {
      ++report_.simulated;
      ++report_.moves;
      return;
    }
    moves_.clear();
    std::string why = divide(motion, options_, shapes.reach, cell_, moves_, division_);
    if (why.empty() && !setup.length_known) why = "with a tool length that is not known";
    if (!why.empty()) {
      unchecked(index, nc::FindingKind::unchecked, tool, "not simulated: a motion " + why);
      return;
    }
    ++report_.simulated;
    if (std::isfinite(setup.path_tolerance)) path_tolerance_ = std::max(path_tolerance_, setup.path_tolerance);
    report_.moves += moves_.size();
    const bool rapid = motion.kind == nc::MotionKind::rapid;
    for (const StraightMove& move : moves_) {
      Action action;
      action.frame = frame_of(move.axis);
      action.from = move.from;
      action.way = move.to - move.from;
      const bool rises = dot(action.way, action.frame.z) > 0;
      if (rapid || rises) forbid(action, shapes, rapid, index, tool, move);
      if (rapid) continue;
      action.removes = true;
      for (const Shape& shape : shapes.cutting) push(action, shape);
      action.removes = false;
      if (!rises) forbid(action, shapes, false, index, tool, move);
    }
  }

  /// What must not meet material: all of a rapid tool, else its shank and holder.
  void forbid(Action& action, const ToolShapes& shapes, bool rapid, std::uint64_t index, int tool,
              const StraightMove& move) {
    for (const ToolShapes::Solid& solid : shapes.solid) {
      if (!rapid && solid.part == nc::Part::cutting) continue;
      const nc::FindingKind kind = rapid                           ? nc::FindingKind::rapid_in_stock
                                   : solid.part == nc::Part::shank ? nc::FindingKind::shank_in_stock
                                                                   : nc::FindingKind::holder_in_stock;
      action.tag = static_cast<std::uint32_t>(records_.size());
      if (push(action, solid.shape)) records_.push_back({index, kind, solid.part, tool, move.t0, move.t1});
    }
  }

  /// False: nowhere near the stock.
  bool push(Action& action, const Shape& shape) {
    action.shape = shape;
    action.fit_box();
    const auto apart = [&](int axis) {
      const auto k = static_cast<std::size_t>(axis);
      const double x = coordinate(action.from, axis), travel = coordinate(action.way, axis);
      return x + std::min(0.0, travel) + coordinate(action.low, axis) > grid_.upper[k] ||
             x + std::max(0.0, travel) + coordinate(action.high, axis) < grid_.lower[k];
    };
    if (apart(2) || apart(1) || apart(0)) return false;
    actions_.push_back(action);
    return true;
  }

  void flush() {
    std::vector<Hit> hits, worst(actions_.size());
    for (Dexels& lines : sets_) {
      hits.clear();
      carve(lines, actions_, hits);
      for (const Hit& hit : hits) {
        Hit& least = worst[hit.action];
        if (least.length == 0 || hit.length < least.length) least = hit;
      }
    }
    for (std::uint32_t a = 0; a < actions_.size(); ++a) {
      if (worst[a].length > 0) note(actions_[a], worst[a]);
    }
    actions_.clear();
    records_.clear();
  }

  void note(const Action& action, const Hit& hit) {
    const Record& record = records_[action.tag];
    const double t = first_time(action, hit.middle);
    nc::Finding finding;
    finding.kind = record.kind;
    finding.motion = record.motion;
    finding.tool = record.tool;
    finding.part = record.part;
    finding.lower = finding.upper = hit.length;
    finding.contact = hit.middle;
    finding.t = record.t0 + t * (record.t1 - record.t0);
    finding.tip = action.from + t * action.way;
    finding.axis = action.frame.z;
    const char* what = record.part == nc::Part::cutting ? "cutter"
                       : record.part == nc::Part::shank ? "shank"
                                                        : "holder";
    char text[200];
    if (record.kind == nc::FindingKind::rapid_in_stock) {
      std::snprintf(text, sizeof text, "rapid motion: %s goes through %.4f mm of material", what, hit.length);
      finding.advice = "feed here, or go above what is left";
    } else {
      std::snprintf(text, sizeof text, "%s goes through %.4f mm of material", what, hit.length);
      finding.advice = "a longer tool, or take the material away before";
    }
    finding.message = text;
    add_finding(std::move(finding));
  }

  void unchecked(std::uint64_t index, nc::FindingKind kind, int tool, const std::string& message) {
    ++report_.unchecked;
    nc::Finding finding;
    finding.kind = kind;
    finding.motion = index;
    finding.tool = tool;
    finding.lower = -std::numeric_limits<double>::infinity();
    finding.upper = std::numeric_limits<double>::infinity();
    finding.message = message;
    add_finding(std::move(finding));
  }

  /// Motions that follow each other with the same complaint of the same tool become one finding.
  void add_finding(nc::Finding finding) {
    const std::uint64_t motion = finding.motion;
    Last& last = last_[finding.kind];
    const bool again = last.any && last.motion == motion;
    if (!again) count(finding.kind);
    const bool merge = last.any && last.tool == finding.tool && motion - last.motion <= 1;
    last.motion = motion;
    last.tool = finding.tool;
    last.any = true;
    finding.place = program_.path[motion].place;
    if (merge && last.finding < report_.findings.size()) {
      nc::Finding& old = report_.findings[last.finding];
      finding.first = old.first;
      finding.first_motion = old.first_motion;
      finding.motions = old.motions + (again ? 0 : 1);
      finding.last = finding.place;
      finding.last_motion = motion;
      if (finding.upper > old.upper) {
        old = std::move(finding);
      } else {
        old.last = finding.last;
        old.last_motion = motion;
        old.motions = finding.motions;
      }
      return;
    }
    if (merge) return;  // with one that was left out
    last.finding = report_.findings.size();
    if (report_.findings.size() >= options_.max_findings) {
      last.finding = std::numeric_limits<std::size_t>::max();
      ++report_.findings_left_out;
      return;
    }
    finding.first = finding.last = finding.place;
    finding.first_motion = finding.last_motion = motion;
    report_.findings.push_back(std::move(finding));
  }

  void count(nc::FindingKind kind) {
    if (kind == nc::FindingKind::rapid_in_stock) ++report_.rapids_in_stock;
    if (kind == nc::FindingKind::shank_in_stock) ++report_.shanks_in_stock;
    if (kind == nc::FindingKind::holder_in_stock) ++report_.holders_in_stock;
  }

  struct Last {
    bool any = false;
    std::uint64_t motion = 0;
    int tool = 0;
    std::size_t finding = 0;
  };

  const nc::Program& program_;
  const nc::ToolLibrary& tools_;
  const nc::StockOptions& options_;
  nc::StockReport& report_;
  Grid grid_;
  ReferenceHeights heights_;
  double cell_ = 0;
  std::vector<Dexels> sets_;  // along z, y, x
  std::map<int, ToolShapes> shapes_;
  std::vector<StraightMove> moves_;
  std::vector<Action> actions_;
  std::vector<Record> records_;
  std::map<nc::FindingKind, Last> last_;
  Division division_;
  double tool_excess_ = 0, path_tolerance_ = 0;
};

}  // namespace
}  // namespace graze::detail::stock

namespace graze::nc {

StockReport simulate_stock(const Program& program, const ToolLibrary& tools, const Stock& stock, const Model* target,
                           const StockOptions& options) {
  namespace inner = graze::detail::stock;
  inner::check_options(options);
  const auto begin = std::chrono::steady_clock::now();
  StockReport report;
  graze::detail::with_threads(options.threads, [&] {
    inner::Simulation simulation(program, tools, stock, options, report);
    const bool finished = simulation.run();
    std::vector<const inner::Dexels*> sets;
    for (const inner::Dexels& lines : simulation.sets()) {
      report.volume_after[static_cast<std::size_t>(lines.axis())] = lines.volume();
      report.bytes += lines.bytes();
      sets.push_back(&lines);
    }
    if (target != nullptr && finished) {
      inner::Dexels before(sets.front()->grid(), sets.front()->axis());
      inner::fill(before, stock);
      inner::compare(before, *sets.front(), *target, options, report);
    }
    inner::list_errors(simulation.errors(), stock, report);
    inner::judge(program, finished, report);
    if (options.mesh_triangles > 0) report.remaining = inner::surface_mesh(sets, options.mesh_triangles);
  });
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

}  // namespace graze::nc
