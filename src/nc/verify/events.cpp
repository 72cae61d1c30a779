// SPDX-License-Identifier: Apache-2.0
#include "nc/verify/events.h"

#include <algorithm>
#include <utility>

namespace graze::nc::detail {
namespace {

/// What makes all else doubtful comes first.
int rank(const Finding& f) {
  if (f.kind == FindingKind::program)
    return f.severity == Severity::error ? 0 : f.severity == Severity::warning ? 6 : 7;
  switch (f.kind) {
    case FindingKind::tool_missing:
      return 1;
    case FindingKind::unchecked:
      return f.severity == Severity::error ? 3 : 7;
    case FindingKind::undecided:
      return 4;
    case FindingKind::near_miss:
      return 5;
    default:
      return 2;
  }
}

bool is_one(const Finding& open, const Finding& next) {
  if (next.kind == FindingKind::tool_missing) return true;
  if (next.message != open.message) return false;
  if (next.first_motion <= open.last_motion + 1) return true;
  return next.place.file == open.last.file && next.place.line == open.last.line;
}

void join(Finding& open, const Finding& next) {
  const Finding before = open;
  // The deeper one gives the place; of equal ones the first.
  if (next.upper > open.upper + 1e-6) open = next;
  open.severity = std::max(before.severity, next.severity);
  open.first = before.first;
  open.first_motion = before.first_motion;
  open.last = next.last;
  open.last_motion = next.last_motion;
  open.motions = before.motions + next.motions;
  // Where one is not known, nobody knows what clears all of them.
  open.raise = before.raise > 0 && next.raise > 0 ? std::max(before.raise, next.raise) : 0;
}

}  // namespace

bool worse(const Finding& a, const Finding& b) {
  const int ra = rank(a), rb = rank(b);
  if (ra != rb) return ra < rb;
  if (a.severity != b.severity) return a.severity > b.severity;
  const double over_a = a.upper - a.allowed, over_b = b.upper - b.allowed;
  if (over_a != over_b) return over_a > over_b;
  if (a.first_motion != b.first_motion) return a.first_motion < b.first_motion;
  return std::tie(a.place.file, a.place.line, a.place.column, a.kind, a.body, a.part) <
         std::tie(b.place.file, b.place.line, b.place.column, b.kind, b.body, b.part);
}

void Events::add(const Finding& finding) {
  ++counts_[static_cast<std::size_t>(finding.kind)];
  if (finding.kind == FindingKind::program) {
    close(Finding(finding));
    return;
  }
  const Key key{finding.kind, finding.tool, finding.part, finding.body};
  const auto [at, is_new] = open_.try_emplace(key, finding);
  if (is_new) return;
  if (is_one(at->second, finding)) {
    join(at->second, finding);
  } else {
    close(std::exchange(at->second, finding));
  }
}

void Events::close(Finding&& finding) {
  closed_.push_back(std::move(finding));
  if (closed_.size() > 2 * most_ + 1024) drop();
}

void Events::drop() {
  if (closed_.size() <= most_) return;
  std::nth_element(closed_.begin(), closed_.begin() + static_cast<std::ptrdiff_t>(most_), closed_.end(), worse);
  dropped_ += closed_.size() - most_;
  closed_.resize(most_);
}

std::vector<Finding> Events::take(std::uint64_t& left_out) {
  for (auto& [key, finding] : open_) close(std::move(finding));
  open_.clear();
  drop();
  std::sort(closed_.begin(), closed_.end(), worse);
  left_out = dropped_;
  return std::move(closed_);
}

}  // namespace graze::nc::detail
