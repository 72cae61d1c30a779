// SPDX-License-Identifier: Apache-2.0
// What the readers of tools share. Each takes a parsed document or a text and fills a library.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graze/nc/tool_library.h"
#include "nc/tools/json.h"

namespace graze::nc::detail::tools {

struct ReadContext {
  std::string_view text;
  const std::filesystem::path& file;
  const ToolReadOptions& options;
  ToolLibrary& library;

  [[noreturn]] void fail(std::uint64_t line, const std::string& message, ErrorCode code = ErrorCode::format) const;
  /// "file:line" for people.
  std::string place(std::uint64_t line) const;
  /// Runs `make`; an Error without a file gets this file and line.
  Tool at_line(std::uint64_t line, const std::function<Tool()>& make) const;
  /// Adds what `make` returns, numbered and named, or lists it as refused.
  void add(int number, std::string_view name, std::uint64_t line, const std::function<Tool()>& make) const;
};

/// The numbers of one object, by their names and aliases.
class Fields {
 public:
  Fields(const Json& object, const ReadContext& context) : object_(object), context_(context) {}

  /// The first that is there; nothing when none is, or it is null. Two that differ are an error.
  std::optional<double> number(std::initializer_list<std::string_view> names);
  double required(std::initializer_list<std::string_view> names);
  double value_or(std::initializer_list<std::string_view> names, double fallback) {
    return number(names).value_or(fallback);
  }
  /// Any value, marked as read.
  const Json* find(std::string_view name);
  std::string text(std::string_view name);  // empty where it is missing; an error where it is no text
  std::string required_text(std::string_view name);
  void refuse_unknown() const;  // an Error for a key that nobody asked for: it is a misspelling or unsupported
  [[noreturn]] void fail(const std::string& message) const { context_.fail(object_.line, message); }
  const Json& object() const { return object_; }

 private:
  const Json& object_;
  const ReadContext& context_;
  std::vector<std::string> read_;
};

/// Frusta of a list of objects with a height and two diameters under these names, times `unit`.
std::vector<Segment> read_segments(const Json& list, double unit, const ReadContext& context,
                                   std::string_view lower = "lower-diameter",
                                   std::string_view upper = "upper-diameter");

/// A Fusion type ("ball end mill", "BULLNOSE END MILL") as a tool. Numbers that are missing are NaN. `assumed` gets
/// what a person must know. Throws Error for types that no profile here describes.
struct FusionGeometry {
  double diameter, corner_radius, side_angle, point_angle, tip_diameter;
};
Tool make_fusion_tool(std::string_view type, const FusionGeometry&, const Body&, std::string& assumed);

void read_graze(const Json&, const ReadContext&);
void read_fusion(const Json&, const ReadContext&);
void read_freecad_bit(const Json&, const ReadContext&);
void read_freecad_library(const Json&, const ReadContext&);
void read_camotics(const Json&, const ReadContext&);
void read_linuxcnc(const ReadContext&);
void read_program_comments(const ReadContext&);

/// Cutting length for sources that tell none: the option, or, where the shape allows it, so high that it hides no
/// shank.
double assumed_cutting_length(double diameter, const ToolReadOptions& options, std::string& assumed);

}  // namespace graze::nc::detail::tools
