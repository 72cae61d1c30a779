// SPDX-License-Identifier: Apache-2.0
// Values: numbers, [expressions], functions, parameters. Evaluated as they are read.
#pragma once

#include <cstdint>
#include <string>

#include "nc/gcode/log.h"
#include "nc/gcode/parameters.h"

namespace graze::nc::detail {

class Expression {
 public:
  Expression(const Parameters& parameters, Dialect dialect, int max_nesting)
      : parameters_(parameters), fanuc_(dialect == Dialect::fanuc), max_nesting_(max_nesting) {}

  /// The line that positions are counted from; values are read from its middle.
  void start(const char* line, const char* end) {
    line_ = line;
    end_ = end;
    depth_ = 0;
  }

  /// Everything that may follow a letter. p is left behind it. Throws Trouble; the result is finite, or vacant where
  /// macro B's parameter is.
  double value(const char*& p);
  /// What an assignment takes: macro B's right side needs no brackets.
  double right_side(const char*& p) { return fanuc_ ? binary(p, 1) : value(p); }
  /// [ ... ], which conditions need.
  double bracketed(const char*& p);
  bool condition(const char*& p) { return bracketed(p) != 0; }
  /// After #: the number of a parameter, or its name.
  struct Reference {
    int number = 0;
    std::string name;
  };
  Reference reference(const char*& p);
  bool had_point() const { return point_; }  ///< the last value was a plain number with a decimal point, or computed

  [[noreturn]] void fail(const char* at, const char* until, const char* kind, std::string message,
                         std::string advice = {}) const;

 private:
  double binary(const char*& p, int level);
  double call(const char*& p);
  double parameter(const char*& p);
  double checked(double result, const char* from, const char* to, const char* what) const;
  struct Operator;
  const Operator* peek_operator(const char* p, const char*& after) const;
  double apply(const Operator& op, double a, double b, const char* from, const char* to) const;

  const Parameters& parameters_;
  bool fanuc_;
  int max_nesting_;
  int depth_ = 0;
  bool point_ = false;
  const char* line_ = nullptr;
  const char* end_ = nullptr;
};

}  // namespace graze::nc::detail
