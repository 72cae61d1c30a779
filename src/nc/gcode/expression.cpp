// SPDX-License-Identifier: Apache-2.0
#include "nc/gcode/expression.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string_view>

#include "nc/gcode/number.h"

namespace graze::nc::detail {

constexpr double kRadiansPerDegree = std::numbers::pi / 180;

enum class Operation : std::uint8_t {
  power,
  times,
  over,
  modulo,
  plus,
  minus,
  eq,
  ne,
  gt,
  ge,
  lt,
  le,
  both,
  either,
  exclusive
};

// Levels: a higher one binds tighter; all associate to the left. Macro B's AND is a product, OR and XOR are sums, on
// the bits of whole numbers.
struct Expression::Operator {
  std::string_view name;
  Operation operation;
  int level, fanuc_level;
};

// Names match with blanks between their letters, as all of a line may have.
static const char* match_name(const char* p, const char* end, std::string_view name) {
  for (const char c : name) {
    p = skip_blanks(p, end);
    if (p == end || lower(*p) != c) return nullptr;
    ++p;
  }
  return p;
}

void Expression::fail(const char* at, const char* until, const char* kind, std::string message,
                      std::string advice) const {
  Trouble trouble;
  trouble.kind = kind;
  trouble.column = static_cast<std::uint32_t>(at - line_) + 1;
  trouble.word.assign(at, until);
  trouble.message = std::move(message);
  trouble.advice = std::move(advice);
  throw trouble;
}

double Expression::checked(double result, const char* from, const char* to, const char* what) const {
  if (!std::isfinite(result)) fail(from, to, "value", std::string(what) + " is not a finite number");
  return result;
}

const Expression::Operator* Expression::peek_operator(const char* p, const char*& after) const {
  static constexpr std::array kOperators = {
      Operator{"**", Operation::power, 5, 5},     Operator{"*", Operation::times, 4, 4},
      Operator{"/", Operation::over, 4, 4},       Operator{"mod", Operation::modulo, 4, 4},
      Operator{"+", Operation::plus, 3, 3},       Operator{"-", Operation::minus, 3, 3},
      Operator{"eq", Operation::eq, 2, 2},        Operator{"ne", Operation::ne, 2, 2},
      Operator{"gt", Operation::gt, 2, 2},        Operator{"ge", Operation::ge, 2, 2},
      Operator{"lt", Operation::lt, 2, 2},        Operator{"le", Operation::le, 2, 2},
      Operator{"and", Operation::both, 1, 4},     Operator{"or", Operation::either, 1, 3},
      Operator{"xor", Operation::exclusive, 1, 3}};
  for (const Operator& op : kOperators) {
    if (const char* end = match_name(p, end_, op.name)) {
      after = end;
      return &op;
    }
  }
  return nullptr;
}

double Expression::apply(const Operator& op, double a, double b, const char* from, const char* to) const {
  if (fanuc_ && (is_vacant(a) || is_vacant(b))) {
    if (op.operation == Operation::eq) return is_vacant(a) && is_vacant(b) ? 1 : 0;
    if (op.operation == Operation::ne) return is_vacant(a) && is_vacant(b) ? 0 : 1;
    if (is_vacant(a)) a = 0;
    if (is_vacant(b)) b = 0;
  }
  if (fanuc_ && op.level == 1) {
    const auto bits = [&](double v) {
      if (std::fabs(v) > 2147483647.0) fail(from, to, "value", "AND, OR, XOR of a number beyond 32 bits");
      return static_cast<std::int64_t>(std::llround(v));
    };
    const std::int64_t x = bits(a), y = bits(b);
    if (op.operation == Operation::both) return static_cast<double>(x & y);
    return static_cast<double>(op.operation == Operation::either ? x | y : x ^ y);
  }
  switch (op.operation) {
    case Operation::power:
      if (a < 0 && b != std::floor(b)) fail(from, to, "value", "a negative number to a power that is not whole");
      return checked(std::pow(a, b), from, to, "this power");
    case Operation::times:
      return checked(a * b, from, to, "this product");
    case Operation::over:
      if (b == 0) fail(from, to, "value", "division by zero");
      return checked(a / b, from, to, "this quotient");
    case Operation::modulo: {
      if (b == 0) fail(from, to, "value", "MOD by zero");
      const double rest = std::fmod(a, b);
      return rest < 0 && !fanuc_ ? rest + std::fabs(b) : rest;
    }
    case Operation::plus:
      return checked(a + b, from, to, "this sum");
    case Operation::minus:
      return checked(a - b, from, to, "this difference");
    case Operation::eq:
      return a == b ? 1 : 0;
    case Operation::ne:
      return a != b ? 1 : 0;
    case Operation::gt:
      return a > b ? 1 : 0;
    case Operation::ge:
      return a >= b ? 1 : 0;
    case Operation::lt:
      return a < b ? 1 : 0;
    case Operation::le:
      return a <= b ? 1 : 0;
    case Operation::both:
      return a != 0 && b != 0 ? 1 : 0;
    case Operation::either:
      return a != 0 || b != 0 ? 1 : 0;
    case Operation::exclusive:
      return (a != 0) != (b != 0) ? 1 : 0;
  }
  return 0;
}

double Expression::binary(const char*& p, int level) {
  if (level > 5) return value(p);
  const char* const from = p;
  double left = binary(p, level + 1);
  for (;;) {
    const char* after = nullptr;
    const Operator* op = peek_operator(skip_blanks(p, end_), after);
    if (op == nullptr || (fanuc_ ? op->fanuc_level : op->level) != level) return left;
    p = after;
    const double right = binary(p, level + 1);
    left = apply(*op, left, right, from, p);
  }
}

double Expression::bracketed(const char*& p) {
  p = skip_blanks(p, end_);
  const char* const from = p;
  if (p == end_ || *p != '[') fail(p, end_, "syntax", "'[' is expected here");
  if (++depth_ > max_nesting_) {
    depth_ = 0;
    fail(from, end_, "limit", "brackets are nested deeper than " + std::to_string(max_nesting_));
  }
  ++p;
  const double result = binary(p, 1);
  p = skip_blanks(p, end_);
  if (p == end_ || *p != ']') {
    depth_ = 0;
    fail(from, p, "syntax", "this '[' is not closed", "an operator or ']' is expected after it");
  }
  ++p;
  --depth_;
  return is_vacant(result) ? 0 : result;
}

Expression::Reference Expression::reference(const char*& p) {
  p = skip_blanks(p, end_);
  const char* const from = p;
  Reference result;
  if (p != end_ && *p == '<') {
    while (++p != end_ && *p != '>') {
      if (!is_blank(*p)) result.name += lower(*p);
    }
    if (p == end_ || result.name.empty()) fail(from, p, "syntax", "a parameter's name stands between < and >");
    ++p;
    return result;
  }
  const double number = value(p);
  if (!parameters_.is_number(number)) {
    fail(from, p, "value", "there is no parameter of this number", "numbers are whole, 0 to 9999");
  }
  result.number = static_cast<int>(number);
  return result;
}

double Expression::parameter(const char*& p) {
  const char* const from = p++;
  if (++depth_ > max_nesting_) {
    depth_ = 0;
    fail(from, end_, "limit", "parameters are nested deeper than " + std::to_string(max_nesting_));
  }
  const Reference ref = reference(p);
  --depth_;
  double result = 0;
  switch (ref.name.empty() ? parameters_.get(ref.number, result) : parameters_.get(ref.name, result)) {
    case Access::vacant:
      if (ref.name.empty()) return kVacant;
      fail(from, p, "value", "this parameter has no value yet", "assign it before it is used");
    case Access::unknown:
      fail(from, p, "position", "this parameter shows a position that is not known", "give the start position");
    case Access::unsupported:
      fail(from, p, "unsupported", "this system parameter is not supported");
    default:
      return result;
  }
}

double Expression::call(const char*& p) {
  static constexpr std::array<std::string_view, 14> kNames = {"abs", "acos",  "asin", "atan", "cos",  "exp", "fix",
                                                              "fup", "round", "ln",   "sin",  "sqrt", "tan", "exists"};
  const char* const from = p;
  std::string_view name;
  for (const std::string_view candidate : kNames) {
    const char* after = match_name(p, end_, candidate);
    if (after == nullptr) continue;
    after = skip_blanks(after, end_);
    if (after == end_ || *after != '[') continue;
    name = candidate;
    p = after;
    break;
  }
  if (name.empty()) {
    const char* to = p;
    while (to != end_ && is_letter(*to)) ++to;
    fail(from, to, "syntax", "a value is expected here", "a number, #, [ or a function such as SIN[30]");
  }
  if (name == "exists") {
    p = skip_blanks(p + 1, end_);
    if (p == end_ || *p != '#') fail(from, p, "syntax", "EXISTS takes a parameter: EXISTS[#<name>]");
    ++p;
    const Reference ref = reference(p);
    p = skip_blanks(p, end_);
    if (p == end_ || *p != ']') fail(from, p, "syntax", "EXISTS takes one parameter: EXISTS[#<name>]");
    ++p;
    double unused = 0;
    const Access access = ref.name.empty() ? parameters_.get(ref.number, unused) : parameters_.get(ref.name, unused);
    return access == Access::vacant ? 0 : 1;
  }
  const double x = bracketed(p);
  if (name == "atan") {
    const char* slash = skip_blanks(p, end_);
    if (slash != end_ && *slash == '/') {
      p = slash + 1;
      const double y = bracketed(p);
      return std::atan2(x, y) / kRadiansPerDegree;
    }
    if (!fanuc_) fail(from, p, "syntax", "ATAN takes two values here: ATAN[y]/[x]");
    return std::atan(x) / kRadiansPerDegree;
  }
  if (name == "abs") return std::fabs(x);
  if (name == "cos") return std::cos(x * kRadiansPerDegree);
  if (name == "sin") return std::sin(x * kRadiansPerDegree);
  if (name == "tan") return checked(std::tan(x * kRadiansPerDegree), from, p, "this tangent");
  if (name == "exp") return checked(std::exp(x), from, p, "this exponential");
  if (name == "round") return std::round(x);
  if (name == "acos" || name == "asin") {
    if (std::fabs(x) > 1) fail(from, p, "value", "ACOS and ASIN take values from -1 to 1");
    return (name == "acos" ? std::acos(x) : std::asin(x)) / kRadiansPerDegree;
  }
  if (name == "sqrt") {
    if (x < 0) fail(from, p, "value", "square root of a negative number");
    return std::sqrt(x);
  }
  if (name == "ln") {
    if (x <= 0) fail(from, p, "value", "logarithm of a number that is not positive");
    return std::log(x);
  }
  // Macro B rounds by magnitude: FIX towards zero, FUP away from it; LinuxCNC down and up.
  if (name == "fix") return fanuc_ ? std::trunc(x) : std::floor(x);
  if (name == "fup") return fanuc_ ? (x < 0 ? std::floor(x) : std::ceil(x)) : std::ceil(x);
  fail(from, p, "unsupported", "this function is not known");
}

double Expression::value(const char*& p) {
  p = skip_blanks(p, end_);
  if (p == end_) fail(p, p, "syntax", "a value is expected at the end of the line");
  const char c = *p;
  point_ = true;
  if (is_digit(c) || c == '.') {
    const Number number = parse_number(p, end_);
    if (number.end == nullptr) fail(p, p + 1, "syntax", "this is not a number");
    point_ = number.point;
    p = number.end;
    return number.value;
  }
  if (c == '[') return bracketed(p);
  if (c == '#') return parameter(p);
  if (c == '-' || c == '+') {
    const char* const from = p++;
    if (++depth_ > max_nesting_) {
      depth_ = 0;
      fail(from, p, "limit", "too many signs before one value");
    }
    const double result = value(p);
    --depth_;
    return c == '-' ? -result : result;
  }
  if (is_letter(c)) return call(p);
  fail(p, p + 1, "syntax", "a value is expected here", "a number, #, [ or a function such as SIN[30]");
}

}  // namespace graze::nc::detail
