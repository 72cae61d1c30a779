// SPDX-License-Identifier: Apache-2.0
// Volumes that can be worked out by hand, and how they converge.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/error.h"
#include "graze/solid.h"
#include "nc/check_shapes.h"
#include "nc/stock_support.h"

namespace graze::test {
namespace {

using nc::simulate_stock;
using nc::Stock;
using nc::StockReport;

constexpr double kStockPi = 3.14159265358979323846;

void expect_removed(const StockReport& report, double volume, double relative) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(removed_of(report, axis), volume, relative * volume) << axis;
  }
}

TEST(StockVolume, ShapesBeforeTheProgram) {
  const nc::Program nothing = stock_program("");
  const nc::ToolLibrary tools = only(nc::ball_mill(2, body_of(10)));
  const StockReport box = simulate_stock(nothing, tools, Stock::box({-1, -2, -3}, {4, 5, 6}), nullptr, cells(0.7));
  for (const double volume : box.volume_before) EXPECT_NEAR(volume, 5 * 7 * 9, 1e-9);
  for (const double cell : box.cell) EXPECT_LE(cell, 0.7);
  EXPECT_EQ(box.verdict, nc::GougeVerdict::clean);

  for (int axis = 0; axis < 3; ++axis) {
    const StockReport round =
        simulate_stock(nothing, tools, Stock::cylinder({1, 2, 3}, axis, 5, 8), nullptr, cells(0.1));
    for (const double volume : round.volume_before) EXPECT_NEAR(volume, 25 * kStockPi * 8, 0.002 * 25 * kStockPi * 8);
  }

  // A box as a mesh; its faces run along lines of cells.
  const Mesh mesh = box_mesh({-1, -2, -3}, {4, 5, 6});
  const StockReport solid = simulate_stock(nothing, tools, Stock::solid(mesh), nullptr, cells(0.5));
  for (const double volume : solid.volume_before) EXPECT_NEAR(volume, 5 * 7 * 9, 1e-9);
  const Stock around = Stock::around(mesh, {1, 1, 0}, {1, 1, 2});
  EXPECT_EQ(around.bounds().lower, (Vec3{-2, -3, -3}));
  EXPECT_EQ(around.bounds().upper, (Vec3{5, 6, 8}));
}

TEST(StockVolume, ABallLeavesItsCapsule) {
  // Sunk by 2 with radius 3, out of the block at neither end: a cylinder's segment and a cap of the ball.
  const double r = 3, depth = 2, length = 14;
  const nc::Program program = stock_program("G0 X-7 Y0.3 Z1\nG1 Z-2\nX7\nG0 Z5\n");
  const StockReport report = simulate_stock(program, only(nc::ball_mill(2 * r, body_of(20))),
                                            Stock::box({-15, -10, -9}, {15, 10, 0}), nullptr, cells(0.1));
  const double chord = std::sqrt(r * r - (r - depth) * (r - depth));
  const double segment = r * r * std::acos((r - depth) / r) - (r - depth) * chord;
  const double cap = kStockPi * depth * depth * (3 * r - depth) / 3;
  EXPECT_EQ(report.verdict, nc::GougeVerdict::clean) << report.proved;
  expect_removed(report, segment * length + cap, 2e-3);
  EXPECT_EQ(report.moves, 4u);
  EXPECT_EQ(report.simulated, 4u);
}

TEST(StockVolume, ASlotADrilledHoleAndACircle) {
  const nc::Stock stock = Stock::box({-15, -15, -9}, {15, 15, 0});
  const nc::ToolLibrary flat = only(nc::flat_mill(4, body_of(20)));
  const StockReport slot =
      simulate_stock(stock_program("G0 X-6 Y-5 Z1\nG1 Z-3\nX6 Y5\n"), flat, stock, nullptr, cells(0.1));
  expect_removed(slot, 3 * (4 * std::hypot(12, 10) + 4 * kStockPi), 2e-3);
  // Sunk along the way: the swept disc is an oblique cylinder below the surface.
  const StockReport ramp = simulate_stock(stock_program("G0 X-6 Y0 Z0\nG1 X6 Z-3\n"), flat, stock, nullptr, cells(0.1));
  // Sections at height -z: the disc has come 4 z, up to the end, where it stays below: stadium from 4 z to 12.
  expect_removed(ramp, 3 * (4 * kStockPi) + 4 * (12 * 3 / 2.0), 4e-3);

  const double angle = 118, r = 2.5, point = r / std::tan(angle / 2 * kStockPi / 180);
  const StockReport hole = simulate_stock(stock_program("G0 X1 Y2 Z1\nG81 Z-6 R1\nG80\n"),
                                          only(nc::drill(2 * r, angle, body_of(30))), stock, nullptr, cells(0.1));
  EXPECT_EQ(hole.verdict, nc::GougeVerdict::clean) << hole.proved;
  expect_removed(hole, kStockPi * r * r * (6 - point + point / 3), 1e-2);

  // A ring by an arc whose chords lie inside by a bounded bit.
  nc::StockOptions options = cells(0.1);
  options.chord = 1e-3;
  const StockReport ring =
      simulate_stock(stock_program("G0 X8 Y0 Z1\nG1 Z-3\nG3 X8 Y0 I-8 J0\n"), flat, stock, nullptr, options);
  expect_removed(ring, 3 * kStockPi * (100 - 36), 2e-3);
  EXPECT_GT(ring.moves, 100u);
  bool told = false;
  for (const nc::ErrorTerm& error : ring.errors)
    told = told || (error.name == "arcs" && error.mm <= 1e-3 && error.mm > 0);
  EXPECT_TRUE(told);
}

TEST(StockVolume, ConvergesAsTheCellShrinks) {
  // Walls between lines make an error of the order of a cell; on many lines it averages out, never to more than the
  // cells along the outline.
  const nc::Program program = stock_program("G0 X-6.03 Y-5.01 Z1\nG1 Z-3\nX6.01 Y5.02\n");
  const nc::ToolLibrary flat = only(nc::flat_mill(4, body_of(20)));
  const double outline = 2 * std::hypot(12.04, 10.03) + 4 * kStockPi;
  const double exact = 3 * (4 * std::hypot(12.04, 10.03) + 4 * kStockPi);
  for (const double cell : {1.0, 0.5, 0.25, 0.125}) {
    const StockReport report =
        simulate_stock(program, flat, Stock::box({-15, -15, -9}, {15, 15, 0}), nullptr, cells(cell));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_LT(std::abs(removed_of(report, axis) - exact), 3 * outline * report.between_lines) << cell;
    }
    // Lines across the wall see it exactly: second order along it.
    EXPECT_LT(std::abs(removed_of(report, 0) - exact), 0.05 * exact * cell) << cell;
    EXPECT_NEAR(report.between_lines, cell / std::sqrt(2.0), 1e-9);
  }
}

TEST(StockVolume, TheMeshIsClosedAndHasTheVolume) {
  nc::StockOptions options = cells(0.25);
  options.mesh_triangles = 100000;
  const nc::Program program = stock_program("G0 X-6 Y-5 Z1\nG1 Z-3\nX6 Y5\n");
  for (const bool height_field : {false, true}) {
    options.height_field = height_field;
    const StockReport report = simulate_stock(program, only(nc::ball_mill(4, body_of(20))),
                                              Stock::box({-10, -10, -6}, {10, 10, 0}), nullptr, options);
    const SolidReport solid = inspect_solid(report.remaining);
    EXPECT_TRUE(solid.solid) << solid.reason();
    EXPECT_NEAR(solid.volume, report.volume_after[2], 0.01 * report.volume_after[2]);
  }
  options.height_field = false;
  options.mesh_triangles = 3000;
  const StockReport coarse = simulate_stock(program, only(nc::ball_mill(4, body_of(20))),
                                            Stock::box({-10, -10, -6}, {10, 10, 0}), nullptr, options);
  EXPECT_LT(coarse.remaining.triangles.size(), 9000u);
  EXPECT_TRUE(inspect_solid(coarse.remaining).solid);
}

TEST(StockVolume, WhatIsLeftAndWhatIsCutIntoThePart) {
  // The part: a block with a flat top at -2. Cut to -1.5 in the middle and to -2.25 beside it.
  const Model target = Model::build(box_mesh({-10, -10, -6}, {10, 10, -2}));
  const Stock stock = Stock::box({-10, -10, -6}, {10, 10, 0});
  const nc::ToolLibrary flat = only(nc::flat_mill(4, body_of(20)));
  const std::string all = "G0 X-15 Y-10 Z1\nG1 Z-2\n",
                    pass = "X15\nY-7\nX-15\nY-4\nX15\nY-1\nX-15\nY2\nX15\nY5\nX-15\nY8\nX15\nY10\nX-15\n";
  nc::StockOptions options = cells(0.25);
  const StockReport good = simulate_stock(stock_program(all + pass), flat, stock, &target, options);
  EXPECT_EQ(good.verdict, nc::GougeVerdict::clean) << good.proved;
  EXPECT_TRUE(good.compared);
  EXPECT_NEAR(good.excess_volume, 0, 1e-6);
  EXPECT_NEAR(good.overcut_volume, 0, 1e-6);
  EXPECT_NEAR(good.uncovered_volume, 0, 1e-6);

  // A slot not wholly down, and one too deep, between lines of cells.
  const StockReport bad =
      simulate_stock(stock_program("G0 X-15 Y-10 Z1\nG1 Z-1.5\n" + pass + "G0 Z2\nX0 Y0\nG1 Z-2.25\nG1 Y5\n"), flat,
                     stock, &target, options);
  EXPECT_EQ(bad.verdict, nc::GougeVerdict::findings);
  const double slot = 4 * 5 + 4 * kStockPi;
  EXPECT_NEAR(bad.overcut_volume, 0.25 * slot, 0.02 * slot);
  EXPECT_NEAR(bad.above_volume, 0.5 * (400 - slot), 0.02 * slot);
  EXPECT_NEAR(bad.worst_excess, 0.5, 1e-6);
  EXPECT_NEAR(bad.worst_overcut, 0.25, 1e-6);
  ASSERT_EQ(bad.findings.size(), 1u);
  EXPECT_EQ(bad.findings[0].kind, nc::FindingKind::excess);
  float most = 0;
  for (const float excess : bad.excess_of_triangle) most = std::max(most, excess);
  EXPECT_NEAR(most, 0.5, 1e-6);

  // The same part as a sheet.
  Mesh sheet_mesh = sheet(10);
  for (Vec3& v : sheet_mesh.vertices) v.z -= 2;
  const Model terrain = Model::build(sheet_mesh);
  const StockReport open =
      simulate_stock(stock_program("G0 X-15 Y-10 Z1\nG1 Z-1.5\n" + pass), flat, stock, &terrain, options);
  EXPECT_NEAR(open.above_volume, 0.5 * 400, 1e-6);
  EXPECT_NEAR(open.worst_excess, 0.5, 1e-6);
  options.excess = nc::Excess::none;
  EXPECT_EQ(simulate_stock(stock_program("G0 X-15 Y-10 Z1\nG1 Z-1.5\n" + pass), flat, stock, &terrain, options).verdict,
            nc::GougeVerdict::clean);
  // Taller than the stock.
  const Model tall = Model::build(box_mesh({-10, -10, -6}, {10, 10, 3}));
  EXPECT_NEAR(simulate_stock(stock_program(""), flat, stock, &tall, options).uncovered_volume, 3 * 400, 1e-6);
}

}  // namespace
}  // namespace graze::test
