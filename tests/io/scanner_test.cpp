// SPDX-License-Identifier: Apache-2.0
#include "io/scanner.h"

#include <cmath>
#include <limits>

#include "io/check.h"

namespace graze::detail {
namespace {

double number(std::string_view token) {
  double value = -12345;
  return parse_number(token, value) == NumberStatus::ok ? value : std::numeric_limits<double>::quiet_NaN();
}

TEST(Scanner, NumberSpellings) {
  EXPECT_EQ(number("2."), 2);
  EXPECT_EQ(number(".5"), 0.5);
  EXPECT_EQ(number("+1"), 1);
  EXPECT_EQ(number("-2.e1"), -20);
  EXPECT_EQ(number("1E+2"), 100);
  EXPECT_EQ(number("3.1e-2"), 3.1e-2);
  EXPECT_EQ(number("0.1"), 0.1);  // the nearest double, not the nearest float
  EXPECT_EQ(number("5e-324"), 5e-324);
  EXPECT_EQ(number("1.7976931348623157e308"), std::numeric_limits<double>::max());
}

TEST(Scanner, NumbersTooSmallAreZeroAndTooLargeAreNotFinite) {
  EXPECT_EQ(number("1e-400"), 0);
  EXPECT_EQ(number("0." + std::string(400, '0') + "1"), 0);
  EXPECT_EQ(number("1e-99999999999999999999"), 0);
  EXPECT_TRUE(std::signbit(number("-1e-400")));
  double value = 0;
  for (std::string_view token : {"1e400", "-1e309", "inf", "-Inf", "nan", "+nan", "1e99999999999999999999"}) {
    EXPECT_EQ(parse_number(token, value), NumberStatus::not_finite) << token;
  }
  EXPECT_EQ(parse_number("1" + std::string(400, '0'), value), NumberStatus::not_finite);
}

TEST(Scanner, WhatIsNoNumber) {
  double value = 0;
  for (std::string_view token : {"", "x", "3.1+e2", "1,5", "0x10", "+-1", "++1", "1.#IND", "1e", "--2", "1f", "+"}) {
    EXPECT_EQ(parse_number(token, value), NumberStatus::bad) << token;
  }
}

TEST(Scanner, Integers) {
  std::int64_t value = 0;
  EXPECT_TRUE(parse_integer("-7", value));
  EXPECT_EQ(value, -7);
  EXPECT_TRUE(parse_integer("+9223372036854775807", value));
  EXPECT_EQ(value, std::numeric_limits<std::int64_t>::max());
  for (std::string_view token : {"", "1.0", "9223372036854775808", "1x", "-", "+-1"}) {
    EXPECT_FALSE(parse_integer(token, value)) << token;
  }
}

TEST(Scanner, LinesEndInThreeWaysAndAreCounted) {
  const std::filesystem::path name = "t";
  Scanner scanner("a b\nc\r\n\r\n  \n# note\nd\re", name, {.comments = true});
  ASSERT_TRUE(scanner.next_line());
  EXPECT_EQ(scanner.line(), 1u);
  EXPECT_EQ(scanner.token(), "a");
  ASSERT_TRUE(scanner.next_line());  // the rest of the line is passed over
  EXPECT_EQ(scanner.line(), 2u);
  EXPECT_EQ(scanner.token(), "c");
  EXPECT_EQ(scanner.token(), "");
  ASSERT_TRUE(scanner.next_line());
  EXPECT_EQ(scanner.line(), 6u);
  EXPECT_EQ(scanner.token(), "d");
  ASSERT_TRUE(scanner.next_line());
  EXPECT_EQ(scanner.line(), 7u);
  EXPECT_EQ(scanner.token(), "e");
  EXPECT_FALSE(scanner.next_line());
}

TEST(Scanner, AFirstLineThatIsNotReadIsPassedOver) {
  const std::filesystem::path name = "t";
  Scanner scanner("a\nb", name, {});
  ASSERT_TRUE(scanner.next_line());
  ASSERT_TRUE(scanner.next_line());
  EXPECT_EQ(scanner.token(), "b");
}

TEST(Scanner, ContinuationsJoinLines) {
  const std::filesystem::path name = "t";
  Scanner scanner("a \\\nb\\\r\nc \\ d\n", name, {.continuations = true});
  ASSERT_TRUE(scanner.next_line());
  for (std::string_view expected : {"a", "b", "c", "\\", "d", ""}) EXPECT_EQ(scanner.token(), expected);
  EXPECT_EQ(scanner.line(), 3u);
  EXPECT_FALSE(scanner.next_line());
}

TEST(Scanner, DecodesByteOrderMarks) {
  using namespace std::string_view_literals;
  std::string storage;
  EXPECT_EQ(decode_text("\xEF\xBB\xBFv"sv, storage, "t"), "v");
  EXPECT_EQ(decode_text("\xFF\xFEv\0\n\0"sv, storage, "t"), "v\n");
  storage.clear();
  // U+00E9, U+20AC, U+1F600 as a surrogate pair, an unpaired surrogate, half a unit at the end
  EXPECT_EQ(decode_text("\xFE\xFF\x00\xE9\x20\xAC\xD8\x3D\xDE\x00\xD8\x00\x00"sv, storage, "t"),
            "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xEF\xBF\xBD");
  EXPECT_ERROR(decode_text("\xFF\xFE\0\0v\0\0\0"sv, storage, "t"), "t: text in UTF-32; save it as UTF-8");
}

TEST(Scanner, MessagesStayOnOneLine) {
  EXPECT_EQ(in_quotes("a\nb\x01\xFF"),
            "'a?b?"
            "?'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(40, 'x') + "...'");
  EXPECT_EQ(counted(1, "vertex", "vertices"), "1 vertex");
  EXPECT_EQ(counted(0, "vertex", "vertices"), "0 vertices");
}

}  // namespace
}  // namespace graze::detail
