// SPDX-License-Identifier: Apache-2.0
// The options and files of `graze gouge`, understood.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <numbers>
#include <sstream>

#include "command.h"
#include "gouge.h"
#include "graze/io.h"
#include "input.h"

namespace graze::cli {
namespace {

constexpr double kFarthest = 1e9;  // as for the positions of programs

double gouge_number(const std::string& text, const std::string& option) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value)) {
    throw Failure(fmt::format("{}: '{}' is not a finite number", option, text));
  }
  return value;
}

std::vector<double> gouge_numbers(const std::string& text, const std::string& option, std::size_t least,
                                  std::size_t most) {
  std::vector<double> values;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) values.push_back(gouge_number(word, option));
  if (values.size() < least || values.size() > most) {
    throw Failure(fmt::format("{}: '{}' has {} numbers; {} are expected, as in 0,0,50", option, text, values.size(),
                              least == most ? std::to_string(least) : fmt::format("{} to {}", least, most)));
  }
  return values;
}

nc::Axes gouge_axes(const std::string& text, const std::string& option) {
  nc::Axes axes;
  const std::vector<double> values = gouge_numbers(text, option, 3, nc::kAxes);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::abs(values[i]) > kFarthest) throw Failure(fmt::format("{}: {} is out of range", option, values[i]));
    axes.set(static_cast<int>(i), values[i]);
  }
  return axes;
}

/// "G54=1,2,3", "G59.1=...", "G54.1P7=..."
void add_work_offset(const std::string& text, nc::Options& options) {
  const std::size_t equals = text.find('=');
  const std::string name = text.substr(0, equals);
  int system = 0;
  if (name.size() == 3 && name[0] == 'G' && name[1] == '5' && name[2] >= '4' && name[2] <= '9') system = name[2] - '3';
  if (name.size() == 5 && name.starts_with("G59.") && name[4] >= '1' && name[4] <= '3') system = name[4] - '0' + 6;
  int extra = 0;
  char rest = 0;
  if (std::sscanf(name.c_str(), "G54.1P%d%c", &extra, &rest) == 1 && extra > 0 && extra <= 300) system = 100 + extra;
  if (equals == std::string::npos || system == 0) {
    throw Failure(fmt::format("--work-offset: '{}' is not like G54=x,y,z (G54 to G59.3, G54.1P1 ...)", text));
  }
  const std::vector<double> values =
      gouge_numbers(text.substr(equals + 1), "--work-offset " + name, 3, static_cast<std::size_t>(nc::kAxes));
  std::copy(values.begin(), values.end(), options.work_offsets[system].begin());
}

/// Of "T3=0.2".
int tool_of(const std::string& text, const std::string& option) {
  std::string number = text.substr(0, text.find('='));
  if (number.starts_with("T") || number.starts_with("t")) number.erase(0, 1);
  const double tool = gouge_number(number, option);
  if (tool != std::floor(tool) || tool < 1 || tool > 1e6 || text.find('=') == std::string::npos) {
    throw Failure(fmt::format("{}: '{}' names no tool, as T3=0.2 does", option, text));
  }
  return static_cast<int>(tool);
}
double value_of(const std::string& text, const std::string& option) {
  return gouge_number(text.substr(text.find('=') + 1), option);
}

std::optional<nc::Kinematics> machine_of(const GougeFlags& flags) {
  if (flags.machine.empty()) return std::nullopt;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(flags.machine, ignored)) return nc::load_machine(flags.machine);
  try {
    return nc::machine_preset(flags.machine, flags.pivot);
  } catch (const Error& error) {
    throw Failure(fmt::format("--machine {}: {}", flags.machine, error.what()));
  }
}

double unit_in_mm(const std::string& unit) {
  return unit == "mm" ? 1 : unit == "cm" ? 10 : unit == "m" ? 1000 : unit == "inch" ? 25.4 : 0;
}

/// Scaled, turned about X, then Y, then Z by degrees, moved.
void place_mesh(Mesh& mesh, const GougeFlags& flags) {
  const double scale = flags.part_scale * unit_in_mm(flags.part_unit);
  Pose pose;
  if (!flags.part_rotation.empty()) {
    const std::vector<double> degrees = gouge_numbers(flags.part_rotation, "--part-rotation", 3, 3);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double half = degrees[axis] * std::numbers::pi / 360;
      const double s = std::sin(half);
      pose =
          compose(pose_from_quaternion(std::cos(half), axis == 0 ? s : 0, axis == 1 ? s : 0, axis == 2 ? s : 0), pose);
    }
  }
  if (!flags.part_offset.empty()) {
    const std::vector<double> by = gouge_numbers(flags.part_offset, "--part-offset", 3, 3);
    pose.t = {by[0], by[1], by[2]};
  }
  for (Vec3& v : mesh.vertices) v = place(pose, {scale * v.x, scale * v.y, scale * v.z});
}

}  // namespace

std::string read_whole(const std::filesystem::path& file) {
  require_file(file);
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw Failure(file.string() + ": cannot be read");
  return std::move(text).str();
}

nc::Options reading_options(const GougeFlags& flags, std::map<std::string, std::filesystem::path>& subprograms) {
  nc::Options options;
  options.dialect = flags.dialect == "linuxcnc" ? nc::Dialect::linuxcnc
                    : flags.dialect == "fanuc"  ? nc::Dialect::fanuc
                                                : nc::Dialect::automatic;
  options.unit = flags.unit == "inch" ? nc::Unit::inch : nc::Unit::mm;
  options.block_skip = flags.block_skip;
  if (!flags.start.empty() && flags.start != "clear") options.start = gouge_axes(flags.start, "--start");
  if (!flags.machine_zero.empty()) {
    options.machine_zero = gouge_axes(flags.machine_zero, "--machine-zero");
    // Reference points are the machine's zero unless the program sets them.
    for (int axis = 0; axis < nc::kAxes; ++axis) {
      if (!options.machine_zero.has(axis)) continue;
      options.home_g28.set(axis, 0);
      options.home_g30.set(axis, 0);
    }
  }
  for (const std::string& offset : flags.work_offsets) add_work_offset(offset, options);
  if (const std::optional<nc::Kinematics> machine = machine_of(flags); machine) {
    for (int axis = 3; axis < nc::kAxes; ++axis) {
      if (machine->has(axis)) options.tcp_axes = static_cast<std::uint8_t>(options.tcp_axes | 1U << axis);
    }
  }
  if (flags.lenient) options.max_errors = 10'000;
  // Subprograms beside the program, as controls look for them.
  const std::filesystem::path folder = flags.program.parent_path();
  options.resolve = [folder, &subprograms](std::string_view name) -> std::optional<std::string> {
    const std::string plain(name);
    if (plain.find('/') != std::string::npos || plain.find("..") != std::string::npos) return std::nullopt;
    for (const char* end : {".ngc", ".nc", ".gcode", ""}) {
      for (const char* start : {"", "O", "o"}) {
        const std::filesystem::path file = folder / (start + plain + end);
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(file, ignored)) continue;
        subprograms.insert_or_assign(plain, file);
        return read_whole(file);
      }
    }
    return std::nullopt;
  };
  return options;
}

nc::VerifyOptions verify_options(const GougeFlags& flags) {
  nc::VerifyOptions options;
  options.tolerance = flags.tolerance;
  for (const std::string& text : flags.stock_to_leave) {
    if (text.find('=') == std::string::npos) {
      options.stock = gouge_number(text, "--stock-to-leave");
    } else {
      options.tool_stock.insert_or_assign(tool_of(text, "--stock-to-leave"), value_of(text, "--stock-to-leave"));
    }
  }
  for (const std::string& text : flags.gauges) {
    options.gauges.insert_or_assign(tool_of(text, "--gauge-length"), value_of(text, "--gauge-length"));
  }
  options.machine = machine_of(flags);
  options.tcp = flags.tcp == "slerp" ? nc::Interpolation::tcp_slerp : nc::Interpolation::tcp;
  options.clearance = flags.clearance;
  options.fixture_clearance = flags.fixture_clearance.value_or(flags.clearance);
  options.rapid = flags.rapid == "dogleg" ? nc::RapidPath::dogleg
                  : flags.rapid == "both" ? nc::RapidPath::both
                                          : nc::RapidPath::straight;
  if (!flags.rapid_rates.empty()) {
    const std::vector<double> rates = gouge_numbers(flags.rapid_rates, "--rapid-rates", 3, 3);
    std::copy(rates.begin(), rates.end(), options.rapid_rates.begin());
  }
  options.first_tool = flags.tool;
  options.starts_clear = flags.start == "clear";
  options.path_tolerance = flags.path_tolerance;
  options.mesh_error = flags.mesh_error;
  options.word_error = flags.word_error;
  options.strict = flags.strict;
  options.partial = flags.lenient;
  options.max_findings = static_cast<std::size_t>(flags.max_findings);
  options.threads = flags.threads;
  return options;
}

Mesh load_placed(const std::filesystem::path& file, const GougeFlags& flags, std::string& hash) {
  hash = sha256(read_whole(file));
  Mesh mesh = is_saved_model(file) ? Model::open(file).mesh() : load_mesh(file);
  place_mesh(mesh, flags);
  return mesh;
}

nc::CheckedBody load_body(const std::filesystem::path& file, const GougeFlags& flags, bool is_part, std::string& hash) {
  Mesh mesh = load_placed(file, flags, hash);
  const nc::Surface surface = !is_part || flags.surface == "auto" ? nc::Surface::automatic
                              : flags.surface == "closed"         ? nc::Surface::closed
                                                                  : nc::Surface::open;
  try {
    return {file.string(), nc::CheckedPart(Model::build(std::move(mesh)), surface), "sha256:" + hash};
  } catch (const Error& error) {
    throw Failure(fmt::format("{}: {}", file.string(), error.what()));
  }
}

}  // namespace graze::cli
