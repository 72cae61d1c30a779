// SPDX-License-Identifier: Apache-2.0
#include "graze/nc/verify.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "nc/check/part_data.h"
#include "nc/verify/batch.h"
#include "nc/verify/budget.h"
#include "nc/verify/events.h"
#include "nc/verify/words.h"

namespace graze::nc {
namespace {

using detail::Fitness;

const VerifyOptions& checked_options(const VerifyOptions& o) {
  const auto refuse = [](const char* why) { throw std::invalid_argument(why); };
  const auto length = [&](double v, const char* why) {
    if (!(v >= 0) || !std::isfinite(v)) refuse(why);
  };
  if (!(o.tolerance > 0) || !std::isfinite(o.tolerance)) refuse("the tolerance must be positive");
  if (!(o.gap > 0)) refuse("the gap must be positive");
  length(o.clearance, "the clearance must be finite and not negative");
  length(o.fixture_clearance, "the clearance of fixtures must be finite and not negative");
  length(o.mesh_error, "the mesh's error must be finite and not negative");
  length(o.word_error, "the words' error must be finite and not negative");
  if (!std::isfinite(o.stock)) refuse("the stock must be finite");
  for (const auto& [tool, stock] : o.tool_stock) {
    if (!std::isfinite(stock)) refuse("the stock must be finite");
  }
  for (const double rate : o.rapid_rates) {
    if (!(rate > 0) || !std::isfinite(rate)) refuse("rates of rapids must be positive");
  }
  if (!std::isfinite(o.path_tolerance)) refuse("the path tolerance must be finite");
  if (o.batch == 0) refuse("a batch has at least one motion");
  if (o.threads < 0) refuse("the number of threads is negative");
  return o;
}

BodyUsed body_of(const CheckedBody& body, double allowed) {
  const detail::PartData& data = body.mesh.data();
  const Box& b = data.box;
  return {body.name,
          body.hash,
          data.model.mesh().triangles.size(),
          body.mesh.surface() == Surface::closed,
          allowed,
          {b.lower.x, b.lower.y, b.lower.z, b.upper.x, b.upper.y, b.upper.z}};
}

/// Never below what it stands for.
float rounded_up(double value) {
  const auto f = static_cast<float>(value);
  return f < value ? std::nextafter(f, std::numeric_limits<float>::infinity()) : f;
}

}  // namespace

class Verifier::Work {
 public:
  Work(const Outcome& program, const ToolLibrary& tools, const CheckedBody& part, std::span<const CheckedBody> fixtures,
       const VerifyOptions& options, VerifyProgress progress)
      : program_(program),
        options_(checked_options(options)),
        budget_(program, options),
        progress_(std::move(progress)),
        tools_(tools, options.tolerance),
        positions_(options_),
        events_(options.max_findings),
        start_(std::chrono::steady_clock::now()) {
    options_.tolerance = budget_.tolerance();
    scene_.bodies.push_back(&part);
    for (const CheckedBody& f : fixtures) scene_.bodies.push_back(&f);
    if (options.machine) {
      for (const CheckedBody* body : scene_.bodies) scene_.turning.emplace_back(body->mesh);
    }
    report_.bodies.push_back(body_of(part, options_.tolerance - options.stock));
    for (const CheckedBody& f : fixtures) {
      report_.bodies.push_back(body_of(f, options_.tolerance - options.fixture_clearance));
    }
    for (const BodyUsed& b : report_.bodies) above_ = std::max(above_, b.box[5]);
    above_ += std::max(options.clearance, options.fixture_clearance) + std::max(0.0, greatest_stock()) +
              options_.tolerance + 1e-9 * std::abs(above_);
    report_.depth_of_triangle.assign(report_.bodies[0].triangles, -std::numeric_limits<float>::infinity());
    for (const Diagnostic& d : program.diagnostics) events_.add(detail::finding_of(d));
  }

  bool add(const Motion& motion) {
    if (stopped_) return false;
    const Setup& setup = program_.setups[motion.setup];
    const int number = setup.tool != 0 ? setup.tool : options_.first_tool;
    if (batch_.motions.size() >= options_.batch || (!batch_.motions.empty() && number != batch_.number)) flush();
    if (batch_.motions.empty()) {
      batch_.first = report_.motions;
      batch_.number = number;
      batch_.tool = &tools_.at(number);
    }
    batch_.motions.push_back(motion);
    batch_.fitness.push_back(positions_.next(batch_.motions.back(), setup, above_ - batch_.tool->lowest));
    budget_.note(motion);
    ++report_.motions;
    return !stopped_;
  }

  GougeReport finish() {
    flush();
    if (positions_.assumed()) {
      Finding f;
      f.kind = FindingKind::program;
      f.severity = Severity::note;
      f.motions = 0;
      f.upper = f.lower;
      f.place = f.first = f.last = positions_.assumed_at();
      f.message =
          "reference points, tool changes and where lengths are set are taken to be above the part and all fixtures";
      f.advice = "--machine-zero tells where they are";
      events_.add(f);
    }
    for (std::size_t i = 0; i < scene_.bodies.size(); ++i) {
      const std::size_t turned = scene_.bodies[i]->mesh.turned();
      if (turned > 0) events_.add(detail::turned_note(report_.bodies[i], turned));
    }
    report_.findings = events_.take(report_.findings_left_out);
    for (Finding& f : report_.findings) {
      const auto use = tools_.all().find(f.tool);
      const bool known = use != tools_.all().end();
      f.message = detail::message_of(f, known ? use->second.used.type : "", report_.bodies[f.body].name);
    }
    for (const auto& [number, use] : tools_.all()) {
      if (use.trouble.empty()) report_.tools.push_back(use.used);
    }
    for (const std::vector<LineDepth>& file : lines_) {
      std::copy_if(file.begin(), file.end(), std::back_inserter(report_.lines),
                   [](const LineDepth& line) { return line.motions > 0; });
    }
    report_.errors = budget_.terms(report_, deviation_, options_);
    const bool whole = report_.motions > 0 && program_.complete() && !stopped_ && report_.unchecked == 0 &&
                       report_.motions == program_.motions && budget_.bounded();
    report_.verdict = !whole                  ? GougeVerdict::not_verified
                      : report_.gouging > 0   ? GougeVerdict::findings
                      : report_.undecided > 0 ? GougeVerdict::not_verified
                                              : GougeVerdict::clean;
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    report_.proved = budget_.proved(report_, program_, options_, positions_.assumed(), stopped_);
    return std::move(report_);
  }

 private:
  double greatest_stock() const {
    double most = options_.stock;
    for (const auto& [tool, stock] : options_.tool_stock) most = std::max(most, stock);
    return most;
  }

  void flush() {
    if (batch_.motions.empty()) return;
    if (!stopped_) {
      const detail::BatchCheck check = check_batch(batch_, program_.setups, scene_, options_);
      report_.moves += check.counts.moves;
      deviation_ = std::max(deviation_, check.counts.deviation);
      fold(check);
      stopped_ = progress_ && !progress_(report_.motions, program_.motions);
    }
    batch_.motions.clear();
    batch_.fitness.clear();
  }

  Finding finding(std::size_t i, FindingKind kind) const {
    const Motion& m = batch_.motions[i];
    Finding f;
    f.kind = kind;
    f.place = f.first = f.last = m.place;
    f.motion = f.first_motion = f.last_motion = batch_.first + i;
    f.tool = batch_.number;
    f.upper = f.lower;
    return f;
  }

  void fold(const detail::BatchCheck& check) {
    for (std::size_t i = 0; i < batch_.motions.size(); ++i) {
      LineDepth& line = line_of(batch_.motions[i].place);
      ++line.motions;
      const Fitness fitness = batch_.fitness[i];
      // Above all of the part no tool is needed; one that is named and missing is an error wherever it goes.
      if (fitness == Fitness::above && (batch_.number == 0 || batch_.tool->trouble.empty())) {
        ++(beyond_travel(i) ? report_.gouging : report_.clean);
        continue;
      }
      if (!batch_.checks(i)) {
        ++report_.unchecked;
        events_.add(unchecked(i));
        continue;
      }
      ++batch_.tool->used.motions;
      bool bad = false, undecided = false;
      for (const detail::Slot& slot : check.slots) {
        const detail::PathDepth& d = slot.depth[i];
        if (slot.body == 0) note_depth(d, line);
        bad = complain(slot, i, undecided) || bad;
      }
      bad = beyond_travel(i) || bad;
      ++(bad ? report_.gouging : undecided ? report_.undecided : report_.clean);
    }
  }

  bool beyond_travel(std::size_t i) {
    if (!options_.machine) return false;
    const Motion& m = batch_.motions[i];
    const auto why = beyond_limits(*options_.machine, m.end, interpolation_of(program_.setups[m.setup], options_.tcp));
    if (!why) return false;
    Finding f = finding(i, FindingKind::travel);
    f.message = *why;
    events_.add(f);
    return true;
  }

  void note_depth(const detail::PathDepth& d, LineDepth& line) {
    line.lower = std::max(line.lower, d.lower);
    line.upper = std::max(line.upper, d.upper);
    report_.deepest_lower = std::max(report_.deepest_lower, d.lower);
    report_.deepest_upper = std::max(report_.deepest_upper, d.upper);
    if (d.triangle == kNoTriangle) return;
    float& of = report_.depth_of_triangle[d.triangle];
    of = std::max(of, rounded_up(d.upper));
  }

  /// True: there is something wrong with the motion.
  bool complain(const detail::Slot& slot, std::size_t i, bool& undecided) {
    const detail::PathDepth& d = slot.depth[i];
    if (d.decision == Decision::clean && !d.near) return false;
    const bool wrong = d.decision == Decision::gouge;
    const Part part = slot.group->part;
    FindingKind kind = FindingKind::near_miss;
    if (d.decision == Decision::undecided) kind = FindingKind::undecided;
    if (wrong) {
      kind = slot.body != 0          ? FindingKind::fixture
             : part == Part::cutting ? FindingKind::gouge_cutter
             : part == Part::shank   ? FindingKind::gouge_shank
                                     : FindingKind::gouge_holder;
    }
    Finding f = finding(i, kind);
    f.part = part;
    f.body = slot.body;
    f.lower = d.lower;
    f.upper = d.upper;
    f.allowed = kind == FindingKind::near_miss ? slot.near_allowed : slot.allowed;
    f.triangle = d.triangle;
    f.contact = d.contact;
    f.t = d.t;
    f.tip = d.tip;
    f.axis = d.axis;
    f.raise = std::isfinite(d.raise) ? d.raise : 0;
    // NC.md 5: within twice the tolerance it is a warning.
    const bool slight = kind == FindingKind::gouge_cutter && d.upper <= slot.allowed + options_.tolerance;
    f.severity = slight || kind == FindingKind::near_miss ? Severity::warning : Severity::error;
    events_.add(f);
    undecided = undecided || kind == FindingKind::undecided;
    return kind != FindingKind::undecided;
  }

  Finding unchecked(std::size_t i) const {
    const Fitness fitness = batch_.fitness[i];
    if (!batch_.tool->trouble.empty() && (fitness != Fitness::unknown && fitness != Fitness::rotary)) {
      Finding f = finding(i, FindingKind::tool_missing);
      f.message = batch_.tool->trouble;
      f.advice = batch_.number == 0 ? "--tool tells which one is in the spindle at the start" : "";
      return f;
    }
    Finding f = finding(i, FindingKind::unchecked);
    if (fitness == Fitness::turning) {
      f.message = "not checked: a tool that is a mesh cannot be turned";
      return f;
    }
    if (fitness == Fitness::rotary) {
      f.message = "not checked: rotary axes move or are not at zero";
      f.advice = "--machine tells how the machine is built; rapids with rotary axes need --rapid straight";
      return f;
    }
    f.message = "not checked: the motion begins or ends at a position that is not known";
    f.advice = "--start tells where the tool stands before the program, --machine-zero where the machine's zero is";
    return f;
  }

  LineDepth& line_of(const Place& place) {
    if (lines_.size() <= place.file) lines_.resize(place.file + 1);
    std::vector<LineDepth>& file = lines_[place.file];
    if (file.size() <= place.line) file.resize(std::max<std::size_t>(place.line + 1, file.size() * 3 / 2));
    LineDepth& line = file[place.line];
    line.file = place.file;
    line.line = place.line;
    return line;
  }

  const Outcome& program_;
  detail::Scene scene_;
  VerifyOptions options_;
  detail::Budget budget_;
  VerifyProgress progress_;
  detail::ToolUses tools_;
  detail::Positions positions_;
  detail::Events events_;
  std::chrono::steady_clock::time_point start_;
  GougeReport report_;
  detail::Batch batch_;
  std::vector<std::vector<LineDepth>> lines_;
  double above_ = -std::numeric_limits<double>::infinity(), deviation_ = 0;
  bool stopped_ = false;
};

Verifier::Verifier(const Outcome& program, const ToolLibrary& tools, const CheckedBody& part,
                   std::span<const CheckedBody> fixtures, const VerifyOptions& options, VerifyProgress progress)
    : work_(std::make_unique<Work>(program, tools, part, fixtures, options, std::move(progress))) {}
Verifier::~Verifier() = default;
bool Verifier::add(const Motion& motion) { return work_->add(motion); }
GougeReport Verifier::finish() { return work_->finish(); }

GougeReport verify(const Program& program, const ToolLibrary& tools, const CheckedBody& part,
                   std::span<const CheckedBody> fixtures, const VerifyOptions& options,
                   const VerifyProgress& progress) {
  Verifier verifier(program, tools, part, fixtures, options, progress);
  if (program.complete() || options.partial) {
    for (const Motion& motion : program.path) {
      if (!verifier.add(motion)) break;
    }
  }
  return verifier.finish();
}

namespace {

struct Stop {};

/// Reads alone, and asks now and then whether to go on.
struct Patience : Listener {
  explicit Patience(const VerifyProgress& ask) : progress(ask) {}
  void motion(const Motion&) override {}
  void block(const Place&, BlockClass) override {
    if ((++blocks & 0xFFFF) == 0 && progress && !progress(0, 0)) throw Stop();
  }
  const VerifyProgress& progress;
  std::uint64_t blocks = 0;
};

Outcome read_first(std::string_view text, std::string_view name, const Options& reading,
                   const VerifyProgress& progress) {
  Patience patience(progress);
  try {
    return run_program(text, name, reading, patience);
  } catch (const Stop&) {
    Outcome cut;
    cut.files = {std::string(name)};
    cut.stacks.resize(1);
    Diagnostic ended;
    ended.kind = "limit";
    ended.place = {0, 1, 1, 0, -1};
    ended.message = "reading was ended early";
    cut.diagnostics = {ended};
    cut.severities[2] = 1;
    return cut;
  }
}

struct Feeder : Listener {
  explicit Feeder(Verifier& to) : verifier(to) {}
  void motion(const Motion& motion) override {
    if (!verifier.add(motion)) throw Stop();
  }
  Verifier& verifier;
};

}  // namespace

GougeReport verify(std::string_view text, std::string_view name, const Options& reading, const ToolLibrary& tools,
                   const CheckedBody& part, std::span<const CheckedBody> fixtures, const VerifyOptions& options,
                   const VerifyProgress& progress, Outcome* outcome) {
  const Outcome program = read_first(text, name, reading, progress);
  if (outcome != nullptr) *outcome = program;
  Verifier verifier(program, tools, part, fixtures, options, progress);
  if (program.complete() || options.partial) {
    Feeder feeder(verifier);
    try {
      run_program(text, name, reading, feeder);
    } catch (const Stop&) {
    }
  }
  return verifier.finish();
}

}  // namespace graze::nc
