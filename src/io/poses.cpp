// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "graze/io.h"
#include "io/file.h"
#include "io/scanner.h"

namespace graze {
namespace {

using detail::NumberStatus;
using detail::Scanner;

constexpr std::size_t kQuaternionRow = 7, kMatrixRow = 12;

struct Row {
  std::array<double, kMatrixRow> values{};
  std::size_t size = 0;
};

/// Numbers separated by blanks and at most one comma or semicolon; false when the first field is no number at all.
bool read_row(Scanner& scanner, Row& row) {
  bool after_separator = true;  // an empty field lies between two separators, or one and the line's end
  bool any_separator = false;
  for (std::string_view token = scanner.token(); !token.empty(); token = scanner.token()) {
    while (!token.empty()) {
      const std::size_t length = token.find_first_of(",;");
      const std::string_view field = token.substr(0, length);
      if (!field.empty()) {
        if (row.size == kMatrixRow) scanner.fail("more than 12 numbers");
        const NumberStatus status = detail::parse_number(field, row.values[row.size]);
        if (status == NumberStatus::bad && row.size == 0) return false;
        if (status == NumberStatus::bad) scanner.fail(detail::in_quotes(field) + " is not a number");
        if (status == NumberStatus::not_finite) scanner.fail(detail::in_quotes(field) + " is not a finite number");
        ++row.size;
        after_separator = false;
      }
      if (length == std::string_view::npos) break;
      if (after_separator) scanner.fail("an empty field");
      after_separator = any_separator = true;
      token.remove_prefix(length + 1);
    }
  }
  if (any_separator && after_separator) scanner.fail("the line ends with a separator");
  return true;
}

Pose to_pose(const Row& row, const Scanner& scanner) {
  const auto& v = row.values;
  Pose pose;
  if (row.size == kQuaternionRow) {
    if (v[3] == 0 && v[4] == 0 && v[5] == 0 && v[6] == 0) scanner.fail("the quaternion is zero");
    pose = pose_from_quaternion(v[3], v[4], v[5], v[6], {v[0], v[1], v[2]});
  } else {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) pose.r[3 * i + j] = v[4 * i + j];
    }
    pose.t = {v[3], v[7], v[11]};
  }
  if (!is_rigid(pose)) scanner.fail("not a rigid motion: the rotation is not orthonormal to 1e-6, or mirrors");
  return pose;
}

/// Shepperd's method: the largest of the four components is computed from the diagonal, the others from it.
std::array<double, 4> to_quaternion(const double (&r)[9]) {
  const double trace = r[0] + r[4] + r[8];
  const std::array<double, 4> candidates{trace, r[0], r[4], r[8]};
  int k = 0;
  for (int i = 1; i < 4; ++i) {
    if (candidates[i] > candidates[k]) k = i;
  }
  const double s = 2 * std::sqrt(1 + 2 * candidates[k] - trace);
  std::array<double, 4> q{};
  q[k] = s / 4;
  if (k == 0) {
    q[1] = (r[7] - r[5]) / s;
    q[2] = (r[2] - r[6]) / s;
    q[3] = (r[3] - r[1]) / s;
    return q;
  }
  const int i = k - 1, j = (i + 1) % 3, l = (i + 2) % 3;
  q[0] = (r[3 * l + j] - r[3 * j + l]) / s;
  q[j + 1] = (r[3 * j + i] + r[3 * i + j]) / s;
  q[l + 1] = (r[3 * l + i] + r[3 * i + l]) / s;
  return q;
}

void append_number(std::string& text, double value) {
  std::array<char, 32> digits;
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  text.append(digits.data(), result.ptr);
}

}  // namespace

std::vector<Pose> parse_poses(std::string_view text, const std::filesystem::path& name) {
  std::string storage;
  Scanner scanner(detail::decode_text(text, storage, name), name, {.comments = true});
  std::vector<Pose> poses;
  std::size_t columns = 0;
  for (bool first = true; scanner.next_line(); first = false) {
    Row row;
    if (!read_row(scanner, row)) {
      if (first) continue;  // names of the columns
      scanner.fail("not a row of numbers");
    }
    if (row.size != kQuaternionRow && row.size != kMatrixRow) {
      scanner.fail(detail::counted(row.size, "number", "numbers") + "; 7 (tx ty tz qw qx qy qz) or 12 are needed");
    }
    if (columns != 0 && row.size != columns) {
      scanner.fail(std::to_string(row.size) + " numbers, but the rows before have " + std::to_string(columns));
    }
    columns = row.size;
    poses.push_back(to_pose(row, scanner));
  }
  return poses;
}

std::vector<Pose> load_poses(const std::filesystem::path& file) { return parse_poses(detail::read_file(file), file); }

void save_poses(const std::filesystem::path& file, std::span<const Pose> poses) {
  std::string text = "tx,ty,tz,qw,qx,qy,qz\n";
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Pose& pose = poses[i];
    if (!is_rigid(pose)) throw Error(ErrorCode::invalid_option, "pose " + std::to_string(i) + " is not rigid", file);
    const std::array<double, 4> q = to_quaternion(pose.r);
    for (double value : {pose.t.x, pose.t.y, pose.t.z, q[0], q[1], q[2], q[3]}) {
      append_number(text, value);
      text += ',';
    }
    text.back() = '\n';
  }
  detail::write_file(file, text);
}

}  // namespace graze
