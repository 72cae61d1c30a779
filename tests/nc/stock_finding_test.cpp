// SPDX-License-Identifier: Apache-2.0
// What must not meet material: the order of time, places, tolerances, threads, and what is refused.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <sstream>
#include <stdexcept>

#include "graze/error.h"
#include "nc/check_shapes.h"
#include "nc/stock_support.h"

namespace graze::test {
namespace {

using nc::FindingKind;
using nc::GougeVerdict;
using nc::simulate_stock;
using nc::Stock;
using nc::StockReport;

const Stock& block() {
  static const Stock stock = Stock::box({-15, -15, -9}, {15, 15, 0});
  return stock;
}

TEST(StockFinding, RapidsThroughMaterialThatIsStillThere) {
  const nc::ToolLibrary flat = only(nc::flat_mill(4, body_of(20)));
  const std::string cut = "G0 X-20 Y0 Z1\nG0 Z-2\nG1 X20\n", back = "G0 X-20\n";
  EXPECT_EQ(simulate_stock(stock_program(cut + back), flat, block(), nullptr, cells(0.5)).verdict, GougeVerdict::clean);
  // The same rapid without the cut before it, and back along the same way.
  for (const bool height_field : {false, true}) {
    const StockReport report = simulate_stock(stock_program("G0 X-20 Y0 Z1\nG0 Z-2\nG0 X20\n" + back), flat, block(),
                                              nullptr, cells(0.5, height_field));
    EXPECT_EQ(report.verdict, GougeVerdict::findings);
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].kind, FindingKind::rapid_in_stock);
    EXPECT_EQ(report.findings[0].place.line, 5u);
    EXPECT_EQ(report.findings[0].last.line, 6u);
    EXPECT_EQ(report.rapids_in_stock, 2u);
    EXPECT_NEAR(report.findings[0].upper, 2 - 0.01, 1e-9);
  }
}

TEST(StockFinding, NeighboursAreOneFindingAndTouchingIsNone) {
  const nc::ToolLibrary flat = only(nc::flat_mill(4, body_of(20)));
  const StockReport two = simulate_stock(stock_program("G0 X-20 Y0 Z1\nG0 Z-2\nG0 X20\nG0 X-20\nG0 Z5\nX0 Y8\nZ-1\n"),
                                         flat, block(), nullptr, cells(0.5));
  ASSERT_EQ(two.findings.size(), 2u);
  EXPECT_EQ(two.findings[0].motions, 2u);
  EXPECT_EQ(two.rapids_in_stock, 3u);
  EXPECT_EQ(two.findings[1].place.line, 9u);
  EXPECT_NEAR(two.findings[1].t, 5.0 / 6, 0.11);  // at the middle of what is met
  EXPECT_NEAR(two.findings[1].upper, 1 - 0.01, 1e-9);
  // On the surface, along a wall it cut, and within the tolerance below the floor of a slot.
  for (const char* text : {"G0 X-20 Y0 Z0\nX20\n", "G0 X0 Y0 Z1\nG1 Z-5\nG0 Z1\n",
                           "G0 X-20 Y0 Z-2\nG1 X20\nG0 Z-2.009\nX-20\n", "G0 X-20 Y0 Z-2\nG1 X20\nG0 Y0.009\nX-20\n"}) {
    EXPECT_EQ(simulate_stock(stock_program(text), flat, block(), nullptr, cells(0.5)).verdict, GougeVerdict::clean)
        << text;
  }
  EXPECT_EQ(
      simulate_stock(stock_program("G0 X-20 Y0 Z-2\nG1 X20\nG0 Z-2.012\nX-20\n"), flat, block(), nullptr, cells(0.5))
          .verdict,
      GougeVerdict::findings);
  // Beside the slot by more: lines across the wall see what those along z may miss.
  const std::string beside = "G0 X-20 Y0 Z-2\nG1 X20\nG0 Y0.05\nX-20\n";
  EXPECT_EQ(simulate_stock(stock_program(beside), flat, block(), nullptr, cells(0.5)).verdict, GougeVerdict::findings);
  EXPECT_EQ(simulate_stock(stock_program(beside), flat, block(), nullptr, cells(0.5, true)).verdict,
            GougeVerdict::clean);
}

TEST(StockFinding, ShankAndHolder) {
  // 5 of cutting length, a wider shank above; 6 deep.
  nc::Body body = body_of(5, 6, 12);
  body.stick_out = 12;
  body.holder = {{10, 20, 20}};
  const nc::ToolLibrary tool = only(nc::flat_mill(4, body));
  const StockReport deep = simulate_stock(stock_program("G0 X-20 Y0 Z-6\nG1 X0\n"), tool, block(), nullptr, cells(0.5));
  ASSERT_EQ(deep.findings.size(), 1u);
  EXPECT_EQ(deep.findings[0].kind, FindingKind::shank_in_stock);
  EXPECT_EQ(deep.findings[0].part, nc::Part::shank);
  EXPECT_NEAR(deep.findings[0].upper, 1 - 0.01, 1e-9);
  EXPECT_EQ(deep.shanks_in_stock, 1u);
  EXPECT_EQ(deep.holders_in_stock, 0u);
  // Cleared before by a first pass, wide enough for the shank.
  EXPECT_EQ(simulate_stock(stock_program("G0 X-20 Y-1 Z-1\nG1 X3\nY1\nX-20\nG0 Z-6\nY0\nG1 X0\n"), tool, block(),
                           nullptr, cells(0.5))
                .verdict,
            GougeVerdict::clean);
  const StockReport holder =
      simulate_stock(stock_program("G0 X-40 Y0 Z-9\nG0 Z-12.5\nG1 X-20\n"), tool, block(), nullptr, cells(0.5));
  ASSERT_EQ(holder.findings.size(), 1u) << holder.proved;
  EXPECT_EQ(holder.findings[0].kind, FindingKind::holder_in_stock);
  EXPECT_NEAR(holder.findings[0].upper, 0.5 - 0.01, 1e-9);
}

TEST(StockFinding, AShankFollowsItsCutterIntoTheHole) {
  // Down: the cutter makes way for the shank, of the same and of a smaller diameter. Up out of the solid from below: it
  // does not.
  for (const double shank : {3.0, 4.0}) {
    const nc::ToolLibrary tool = only(nc::flat_mill(4, body_of(3, shank, 40)));
    EXPECT_EQ(simulate_stock(stock_program("G0 X0 Y0 Z1\nG1 Z-8\nG1 Z2\nG1 X5\n"), tool, block(), nullptr, cells(0.25))
                  .verdict,
              GougeVerdict::clean);
    const StockReport up =
        simulate_stock(stock_program("G0 X-30\nZ-40\nX0\nG1 Z1\n"), tool, block(), nullptr, cells(0.25));
    EXPECT_EQ(up.shanks_in_stock, 1u);
    EXPECT_EQ(up.rapids_in_stock, 1u);
  }
}

TEST(StockFinding, ALineThatIsPlantedIsFound) {
  // A zigzag with rapids back at the cut depth, one of them a row ahead of its cut.
  std::mt19937_64 random(11);
  for (int n = 0; n < 5; ++n) {
    const int planted = static_cast<int>(random() % 20);
    std::ostringstream text;
    text << "G0 X-20 Y-15 Z-1\n";
    std::uint32_t line = 3, expected = 0;
    for (int row = 0; row < 20; ++row) {
      const double y = -12 + row;
      text << "G1 X-20 Y" << y << "\nX20\nG0 X-20" << (row == planted ? " Y" : "");
      if (row == planted) text << y + 2.2;
      text << "\n";
      if (row == planted) expected = line + 3;
      line += 3;
    }
    const StockReport report =
        simulate_stock(stock_program(text.str()), only(nc::flat_mill(4, body_of(20))), block(), nullptr, cells(0.5));
    ASSERT_EQ(report.findings.size(), 1u);
    EXPECT_EQ(report.findings[0].place.line, expected);
  }
}

nc::Program turned_program() { return stock_program("G0 X-6 Y-3 Z-2\nG1 X5 Y2 Z-8\nG0 X-7 Y1\nG1 Z-1 X3\n"); }

TEST(StockFinding, ShiftsAndQuarterTurnsChangeNothing) {
  // The same cut with the tool along z, x and -y, through the stock in its own frame.
  const nc::ToolLibrary tool = only(nc::bull_mill(4, 1, body_of(6, 5, 20)));
  const nc::Program program = turned_program();
  const auto simulate = [&](const auto& turn, const Vec3& shift) {
    nc::StockOptions options = cells(0.5);
    const Vec3 a = turn(Vec3{-15, -15, -9}), b = turn(Vec3{15, 15, 0});
    options.place = [&](const nc::Motion& motion, double t) -> std::optional<nc::ToolPlace> {
      const auto at = [&](std::size_t k) { return motion.start.value[k] * (1 - t) + motion.end.value[k] * t; };
      const Vec3 tip = turn(Vec3{at(0), at(1), at(2)});
      return nc::ToolPlace{{tip.x + shift.x, tip.y + shift.y, tip.z + shift.z}, turn(Vec3{0, 0, 1})};
    };
    const Vec3 low{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
    const Vec3 high{std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
    return simulate_stock(program, tool,
                          Stock::box({low.x + shift.x, low.y + shift.y, low.z + shift.z},
                                     {high.x + shift.x, high.y + shift.y, high.z + shift.z}),
                          nullptr, options);
  };
  const auto same = [](const Vec3& v) { return v; };
  const StockReport plain = simulate_stock(program, tool, block(), nullptr, cells(0.5));
  EXPECT_GT(plain.rapids_in_stock, 0u);
  EXPECT_GT(plain.shanks_in_stock, 0u);
  const auto expect_same = [&](const StockReport& other, std::array<std::size_t, 3> axes) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(other.volume_after[axes[k]], plain.volume_after[k], 1e-6);
    ASSERT_EQ(other.findings.size(), plain.findings.size());
    for (std::size_t i = 0; i < plain.findings.size(); ++i) {
      EXPECT_EQ(other.findings[i].kind, plain.findings[i].kind);
      EXPECT_EQ(other.findings[i].motion, plain.findings[i].motion);
      EXPECT_NEAR(other.findings[i].upper, plain.findings[i].upper, 1e-6);
    }
  };
  expect_same(simulate(same, {}), {0, 1, 2});
  expect_same(simulate(same, {100, -37.5, 12.25}), {0, 1, 2});
  expect_same(simulate([](const Vec3& v) { return Vec3{v.z, v.x, v.y}; }, {}), {1, 2, 0});
  expect_same(simulate([](const Vec3& v) { return Vec3{v.x, -v.z, v.y}; }, {}), {0, 2, 1});
  expect_same(simulate([](const Vec3& v) { return Vec3{v.x, -v.y, -v.z}; }, {}), {0, 1, 2});
}

TEST(StockFinding, ATurningToolByStepsWithTheirError) {
  // A flat end mill that swings about its tip in the middle of a block: it takes away a fan.
  const double pi = 3.14159265358979323846, half = pi / 6, r = 1, length = 30;
  nc::StockOptions options = cells(0.2);
  options.turn = 0.02;
  options.place = [&](const nc::Motion& motion, double t) -> std::optional<nc::ToolPlace> {
    const double a = motion.kind == nc::MotionKind::feed ? half * (2 * t - 1) : -half;
    const double up = motion.kind == nc::MotionKind::feed ? 0 : 100 * (1 - t);
    return nc::ToolPlace{{std::sin(a) * up, 0, std::cos(a) * up}, {std::sin(a), 0, std::cos(a)}};
  };
  const StockReport report =
      simulate_stock(stock_program("G0 X1\nG1 X2\n"), only(nc::flat_mill(2 * r, body_of(length))),
                     Stock::box({-15, -3, -3}, {15, 3, 10}), nullptr, options);
  EXPECT_EQ(report.rapids_in_stock, 1u);  // down to the tip
  EXPECT_EQ(report.simulated, 2u);
  EXPECT_GT(report.moves, 500u);
  // Points of the box that the mill holds at any of many angles.
  double volume = 0;
  const double step = 0.25;
  for (double x = -15 + step / 2; x < 15; x += step) {
    for (double y = -r + step / 4; y < r; y += step / 2) {
      for (double z = -3 + step / 2; z < 10; z += step) {
        bool held = false;
        for (int k = 0; k <= 100 && !held; ++k) {
          const double a = half * (k / 50.0 - 1), along = x * std::sin(a) + z * std::cos(a);
          held = along >= 0 && along <= length && std::hypot(x * std::cos(a) - z * std::sin(a), y) <= r;
        }
        if (held) volume += step * step * step / 2;
      }
    }
  }
  EXPECT_NEAR(removed_of(report, 1), volume, 0.02 * volume);
  bool told = false;
  for (const nc::ErrorTerm& error : report.errors)
    told = told || (error.name == "turns" && error.mm > 0 && error.mm <= 0.02);
  EXPECT_TRUE(told);
}

TEST(StockFinding, ThreadsChangeNothing) {
  const nc::ToolLibrary tool = only(nc::bull_mill(4, 1, body_of(3, 5, 20)));
  std::mt19937_64 random(5);
  std::ostringstream text;
  for (int i = 0; i < 60; ++i) {
    const auto at = [&](int range) { return static_cast<double>(random() % static_cast<std::uint64_t>(range)) / 100; };
    text << (i % 4 == 0 ? "G0" : "G1") << " X" << at(3000) - 15 << " Y" << at(3000) - 15 << " Z" << at(600) - 5 << "\n";
  }
  const nc::Program program = stock_program(text.str());
  std::optional<StockReport> first;
  for (const int threads : {1, 2, 7}) {
    nc::StockOptions options = cells(0.5);
    options.threads = threads;
    options.mesh_triangles = 2000;
    const StockReport report = simulate_stock(program, tool, block(), nullptr, options);
    if (!first) {
      first = report;
      EXPECT_GT(report.findings.size(), 5u);
      continue;
    }
    EXPECT_EQ(report.volume_after, first->volume_after);
    EXPECT_EQ(report.remaining.vertices, first->remaining.vertices);
    ASSERT_EQ(report.findings.size(), first->findings.size());
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
      EXPECT_EQ(report.findings[i].upper, first->findings[i].upper);
      EXPECT_EQ(report.findings[i].contact, first->findings[i].contact);
      EXPECT_EQ(report.findings[i].t, first->findings[i].t);
    }
  }
}

TEST(StockFinding, WhatIsNotKnownIsNotVerified) {
  const nc::ToolLibrary flat = only(nc::flat_mill(4, body_of(20)));
  const nc::Program unknown = nc::read_program("G21 G90 T1 M6\nG0 X0 Y0\nZ5\nX3\n", "t.ngc");
  const StockReport report = simulate_stock(unknown, flat, block(), nullptr, cells(1));
  EXPECT_EQ(report.verdict, GougeVerdict::not_verified);
  EXPECT_EQ(report.unchecked, 2u);
  EXPECT_EQ(report.simulated, 1u);
  const StockReport missing = simulate_stock(stock_program("T7 M6\nG0 X1\nX2\n"), flat, block(), nullptr, cells(1));
  EXPECT_EQ(missing.verdict, GougeVerdict::not_verified);
  ASSERT_EQ(missing.findings.size(), 1u);
  EXPECT_EQ(missing.findings[0].kind, FindingKind::tool_missing);
  EXPECT_EQ(missing.findings[0].motions, 2u);
  EXPECT_EQ(simulate_stock(stock_program("G0 X1 A20\n"), flat, block(), nullptr, cells(1)).verdict,
            GougeVerdict::not_verified);
  EXPECT_EQ(simulate_stock(stock_program("G0 X1\nG41 D1 X2\n"), flat, block(), nullptr, cells(1)).verdict,
            GougeVerdict::not_verified);
  // The same from above the stock, and with the tool that is in the spindle.
  nc::StockOptions options = cells(1);
  options.starts_clear = true;
  EXPECT_EQ(simulate_stock(unknown, flat, block(), nullptr, options).verdict, GougeVerdict::clean);
  const nc::Program unnamed = nc::read_program("G21 G90\nG0 X0 Y0\nZ5\nX3\nG28 Z9\nG0 X5\nZ-4\n", "t.ngc");
  EXPECT_EQ(simulate_stock(unnamed, flat, block(), nullptr, options).verdict, GougeVerdict::not_verified);
  options.first_tool = 1;
  const StockReport down = simulate_stock(unnamed, flat, block(), nullptr, options);
  EXPECT_EQ(down.verdict, GougeVerdict::findings) << down.proved;
  ASSERT_EQ(down.findings.size(), 1u);
  EXPECT_EQ(down.findings[0].place.line, 7u);
  options.progress = [](std::uint64_t, std::uint64_t) { return false; };
  EXPECT_EQ(simulate_stock(stock_program("G0 X1\n"), flat, block(), nullptr, options).verdict,
            GougeVerdict::not_verified);
}

TEST(StockFinding, BadInputIsRefused) {
  const nc::ToolLibrary flat = only(nc::flat_mill(4, body_of(20)));
  const nc::Program program = stock_program("G0 X1\n");
  EXPECT_THROW(Stock::box({0, 0, 0}, {1, 1, 0}), Error);
  EXPECT_THROW(Stock::box({0, 0, 0}, {1, std::nan(""), 1}), Error);
  EXPECT_THROW(Stock::cylinder({}, 3, 1, 1), Error);
  EXPECT_THROW(Stock::cylinder({}, 2, -1, 1), Error);
  EXPECT_THROW(Stock::solid(sheet(5)), Error);
  EXPECT_THROW(Stock::solid({}), Error);
  EXPECT_THROW(Stock::around(box_mesh({0, 0, 0}, {1, 1, 1}), {-1, 0, 0}, {-1, 0, 0}), Error);
  for (const double bad : {-1.0, std::nan("")}) {
    EXPECT_THROW(simulate_stock(program, flat, block(), nullptr, cells(bad)), std::invalid_argument);
    nc::StockOptions options = cells(1);
    options.tolerance = bad;
    EXPECT_THROW(simulate_stock(program, flat, block(), nullptr, options), std::invalid_argument);
    options = cells(1);
    options.chord = bad;
    EXPECT_THROW(simulate_stock(program, flat, block(), nullptr, options), std::invalid_argument);
  }
  EXPECT_THROW(simulate_stock(program, flat, block(), nullptr, cells(1e-4)), Error);
  nc::StockOptions options = cells(0);
  options.memory = 1 << 16;
  const StockReport report = simulate_stock(program, flat, block(), nullptr, options);
  EXPECT_LE(report.bytes, options.memory);
  EXPECT_GT(report.bytes, options.memory / 2);
  EXPECT_EQ(nc::cell_for(block(), options.memory), nc::cell_for(block(), options.memory, false));
}

}  // namespace
}  // namespace graze::test
