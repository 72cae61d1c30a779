// SPDX-License-Identifier: Apache-2.0
#include "nc/gcode/parameters.h"

#include <algorithm>
#include <cmath>

namespace graze::nc::detail {

Parameters::Parameters(const Options& options, Dialect dialect, const SystemParameters& system)
    : system_(system),
      locals_(dialect == Dialect::fanuc ? 33 : 30),
      initial_(dialect == Dialect::fanuc ? kVacant : 0.0),
      globals_(kLargest + 1, initial_) {
  push({});
  for (const auto& [number, value] : options.parameters) {
    if (number >= 1 && number <= kLargest) set(number, value);
  }
  for (const auto& [name, value] : options.named_parameters) set(name, value);
}

bool Parameters::is_number(double value) const { return value >= 0 && value <= kLargest && value == std::floor(value); }

Access Parameters::get(int number, double& value) const {
  if (number > locals_) {
    const Access access = number < 1000 ? Access::ordinary : system_.read_system(number, value);
    if (access != Access::ordinary) return access;
    value = globals_[static_cast<std::size_t>(number)];
  } else {
    value = number == 0 ? initial_ : scopes_.back().numbered[static_cast<std::size_t>(number)];
  }
  return is_vacant(value) ? Access::vacant : Access::done;
}

bool Parameters::set(int number, double value) {
  if (number == 0 || (number > locals_ && !system_.may_write(number))) return false;
  if (number <= locals_) {
    scopes_.back().numbered[static_cast<std::size_t>(number)] = value;
  } else {
    globals_[static_cast<std::size_t>(number)] = value;
  }
  return true;
}

Access Parameters::get(const std::string& name, double& value) const {
  const bool global = !name.empty() && name.front() == '_';
  const auto& where = global ? named_ : scopes_.back().named;
  const auto found = where.find(name);
  if (found == where.end()) {
    const Access access = global ? system_.read_system(name, value) : Access::ordinary;
    return access == Access::ordinary ? Access::vacant : access;
  }
  value = found->second;
  return Access::done;
}

bool Parameters::set(const std::string& name, double value) {
  const bool global = !name.empty() && name.front() == '_';
  double now = 0;
  if (global && system_.read_system(name, now) != Access::ordinary) return false;
  (global ? named_ : scopes_.back().named)[name] = value;
  return true;
}

void Parameters::push(const std::vector<double>& arguments) {
  Scope scope;
  scope.numbered.assign(static_cast<std::size_t>(locals_) + 1, initial_);
  std::copy_n(arguments.begin(), std::min(arguments.size(), static_cast<std::size_t>(locals_)),
              scope.numbered.begin() + 1);
  scopes_.push_back(std::move(scope));
}

void Parameters::pop() { scopes_.pop_back(); }

}  // namespace graze::nc::detail
