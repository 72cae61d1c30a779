// SPDX-License-Identifier: Apache-2.0
// #n and #<name>: locals of a call, globals, and those the machine answers for.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "graze/nc/program.h"

namespace graze::nc::detail {

/// Macro B's <vacant>, and a named parameter nobody assigned: not a number. What is computed is always finite, so that
/// nothing else is stored as one.
inline constexpr double kVacant = std::numeric_limits<double>::quiet_NaN();
inline bool is_vacant(double value) { return value != value; }

enum class Access : std::uint8_t {
  done,
  ordinary,     ///< of a system parameter: it is none
  vacant,       ///< it was never assigned
  unknown,      ///< it shows a position that is not known
  unsupported,  ///< the control keeps something there that is not modelled here
};

/// Parameters that show the machine's state.
class SystemParameters {
 public:
  virtual ~SystemParameters() = default;
  virtual Access read_system(int number, double& value) const = 0;
  virtual Access read_system(const std::string& name, double& value) const = 0;
  virtual bool may_write(int number) const = 0;
};

class Parameters {
 public:
  Parameters(const Options& options, Dialect dialect, const SystemParameters& system);

  static constexpr int kLargest = 9999;
  bool is_number(double value) const;  ///< of a parameter: whole, 0 or 1 to kLargest
  Access get(int number, double& value) const;
  Access get(const std::string& name, double& value) const;
  bool set(int number, double value);  ///< false: it may only be read
  bool set(const std::string& name, double value);

  /// A call's own #1 to #30 (macro B: #33) and local names.
  void push(const std::vector<double>& arguments);
  void pop();

 private:
  struct Scope {
    std::vector<double> numbered;
    std::map<std::string, double> named;
  };
  const SystemParameters& system_;
  int locals_;
  double initial_;
  std::vector<double> globals_;
  std::map<std::string, double> named_;
  std::vector<Scope> scopes_;
};

}  // namespace graze::nc::detail
