// SPDX-License-Identifier: Apache-2.0
// The union of the pieces against the profile, at random points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "graze/nc/tool.h"
#include "support/scale.h"

namespace graze::nc {
namespace {

/// Distance of (r, z) from the segment (0, z0) (r0, z0) (r1, z1) (0, z1), a convex quadrilateral; 0 inside.
double distance_to_core(const ConvexPiece& piece, double r, double z) {
  const auto to_segment = [&](double ar, double az, double br, double bz) {
    const double dr = br - ar, dz = bz - az, length = dr * dr + dz * dz;
    const double t = length == 0 ? 0 : std::clamp(((r - ar) * dr + (z - az) * dz) / length, 0.0, 1.0);
    return std::hypot(r - ar - t * dr, z - az - t * dz);
  };
  if (z > piece.z0 && z < piece.z1) {
    const double wall = piece.r0 + (piece.r1 - piece.r0) * (z - piece.z0) / (piece.z1 - piece.z0);
    if (r <= wall) return 0;
  }
  return std::min({to_segment(0, piece.z0, piece.r0, piece.z0), to_segment(piece.r0, piece.z0, piece.r1, piece.z1),
                   to_segment(0, piece.z1, piece.r1, piece.z1)});
}

double distance_to_union(const std::vector<ConvexPiece>& pieces, double r, double z) {
  double best = 1e9;
  for (const ConvexPiece& piece : pieces) best = std::min(best, distance_to_core(piece, r, z) - piece.rounding);
  return best;
}

/// Points just inside the profile are in the union, points farther outside than the excess are not.
void expect_union(const Tool& tool, double most_excess, std::size_t most_pieces) {
  SCOPED_TRACE(tool.type + " of height " + std::to_string(tool.height()));
  double excess = -1;
  const std::vector<ConvexPiece> pieces = convex_pieces(tool, 1e-3, &excess);
  EXPECT_LE(excess, most_excess);
  EXPECT_GE(excess, 0);
  EXPECT_LE(pieces.size(), most_pieces);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  const double height = tool.height();
  double widest = 0;
  for (const ProfilePiece& piece : tool.profile) widest = std::max({widest, piece.from.r, piece.to.r});
  int inside = 0, outside = 0;
  for (int i = 0; i < test::scaled(4000); ++i) {
    const double z = (1.2 * unit(random) - 0.1) * height;
    const double wall = radius_at(tool, z);
    double r = 1.1 * widest * unit(random);
    if (i % 2 == 0 && wall >= 0) r = wall * (1 + 1e-3 * (unit(random) - 0.5));  // close to the wall
    const double gap = distance_to_union(pieces, r, z);
    if (r <= wall) {
      ++inside;
      ASSERT_LE(gap, 1e-8) << "r " << r << ", z " << z;
    } else {
      ++outside;
      // No point of the union is farther from the tool than the excess: at most that far outside in r, unless the
      // profile is flat there, so the nearest point is searched for.
      double nearest =
          std::hypot(std::max(0.0, r - radius_at(tool, std::clamp(z, 0.0, height))), z - std::clamp(z, 0.0, height));
      for (int k = -2000; k <= 2000 && gap <= 0; ++k) {
        const double at = std::clamp(z + k * (excess + 1e-9) / 1000, 0.0, height);
        nearest = std::min(nearest, std::hypot(std::max(0.0, r - radius_at(tool, at)), z - at));
      }
      if (gap <= 0) {
        ASSERT_LE(nearest, excess + 1e-8) << "r " << r << ", z " << z;
      }
    }
  }
  EXPECT_GT(inside, 40);
  EXPECT_GT(outside, 40);
  for (const ConvexPiece& piece : pieces) {
    EXPECT_LE(piece.z0, piece.z1);
    EXPECT_GE(std::min(piece.r0, piece.r1), 0);
    EXPECT_GE(piece.rounding, 0);
  }
}

Body plain(double cutting_length) {
  Body body;
  body.cutting_length = cutting_length;
  return body;
}

Body full(double cutting_length) {
  Body body = plain(cutting_length);
  body.neck_diameter = 5;
  body.neck_length = cutting_length + 8;
  body.shank_diameter = 8;
  body.stick_out = cutting_length + 30;
  body.holder = {{3, 18, 20}, {10, 20, 20}, {4, 20, 40}, {20, 40, 40}, {2, 50, 50}, {8, 44.45, 60}};
  return body;
}

TEST(ConvexPieces, UsualShapesAreExact) {
  expect_union(ball_mill(6, plain(20)), 0, 2);
  expect_union(ball_mill(6, full(20)), 0, 10);
  expect_union(ball_mill(6, plain(6)), 0, 2);
  expect_union(flat_mill(6, full(20)), 0, 9);
  expect_union(bull_mill(6, 1, full(20)), 0, 10);
  expect_union(bull_mill(6, 2.999, full(20)), 0, 10);
  expect_union(taper_ball_mill(1, 5, 6, full(25)), 0, 11);
  expect_union(taper_ball_mill(2, 30, 0, plain(20)), 0, 2);
  expect_union(taper_mill(4, 0.5, 10, 0, full(20)), 0, 10);
  expect_union(drill(6, 118, full(20)), 0, 10);
  expect_union(chamfer_mill(10, 1, 0, 45, full(8)), 0, 10);
  expect_union(chamfer_mill(10, 1, 0.3, 30, full(12)), 0, 11);
  expect_union(apt_tool({10, 1, 4.0, 1.0, 0, 0, 20}), 0, 2);
  Body neck;
  neck.neck_diameter = 4;
  neck.neck_length = 40;
  expect_union(lollipop_mill(10, neck), 0, 2);
  neck.cutting_length = 6;
  expect_union(dovetail_mill(20, 0, 45, neck), 0, 2);
  expect_union(dovetail_mill(20, 0.8, 45, neck), 0, 3);
  expect_union(slot_mill(20, 0, neck), 0, 2);
  expect_union(slot_mill(20, 1, neck), 0, 2);
  expect_union(slot_mill(20, 3, neck), 0, 2);
  expect_union(slot_mill(20, 2.9, neck), 0, 2);
}

TEST(ConvexPieces, ABallIsACapsuleAndAFlatEnd) {
  const std::vector<ConvexPiece> pieces = convex_pieces(ball_mill(6, plain(20)));
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].z0, 3);
  EXPECT_EQ(pieces[0].z1, 17);
  EXPECT_EQ(pieces[0].r0, 0);
  EXPECT_EQ(pieces[0].r1, 0);
  EXPECT_EQ(pieces[0].rounding, 3);
  EXPECT_EQ(pieces[1].z0, 17);
  EXPECT_EQ(pieces[1].z1, 20);
  EXPECT_EQ(pieces[1].r0, 3);
  EXPECT_EQ(pieces[1].r1, 3);
  EXPECT_EQ(pieces[1].rounding, 0);
}

// A ball that is cut off above its middle by a thinner neck, a half ball alone, and a barrel, whose arc's centre lies
// beyond the axis: tangents.
TEST(ConvexPieces, OtherArcsAreContainedWithTheExcessStated) {
  Body neck = plain(4);
  neck.neck_diameter = 5;
  neck.neck_length = 30;
  expect_union(ball_mill(6, neck), 1e-3, 40);
  expect_union(ball_mill(6, plain(3)), 1e-3, 40);
  const double flank = 60, c_r = -52, tip = 2;
  // The tip's circle touches the flank's from inside: the centres lie flank - tip apart.
  const double c_z = tip + std::sqrt((flank - tip) * (flank - tip) - c_r * c_r);
  const double share = flank / (flank - tip), join_r = c_r - share * c_r, join_z = c_z + share * (tip - c_z);
  const double top_r = std::sqrt(flank * flank - 9) + c_r;
  const Tool barrel = profile_tool({{Part::cutting, {0, 0}, {join_r, join_z}, true, {0, tip}},
                                    {Part::cutting, {join_r, join_z}, {c_r + flank, c_z}, true, {c_r, c_z}},
                                    {Part::cutting, {c_r + flank, c_z}, {top_r, c_z + 3}, true, {c_r, c_z}},
                                    {Part::shank, {top_r, c_z + 3}, {top_r, c_z + 40}, false, {}}});
  expect_union(barrel, 1e-3, 90);
  double fine = 0, coarse = 0;
  EXPECT_GT(convex_pieces(barrel, 1e-4, &fine).size(), convex_pieces(barrel, 1e-2, &coarse).size());
  EXPECT_LE(fine, 1e-4);
  EXPECT_LE(coarse, 1e-2);
  EXPECT_GT(coarse, 1e-3);
  EXPECT_THROW(convex_pieces(barrel, 0), Error);
}

TEST(ConvexPieces, RandomToolsAreExact) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int i = 0; i < test::scaled(60); ++i) {
    const double d = 1 + 19 * unit(random), corner = d / 2 * unit(random), beta = 30 * unit(random) + 0.1;
    Body body = plain(d * (1.2 + 3 * unit(random)));
    body.shank_diameter = d * (0.3 + unit(random));
    body.length = body.cutting_length * (1.5 + unit(random));
    switch (i % 4) {
      case 0:
        expect_union(bull_mill(d, corner, body), 0, 3);
        break;
      case 1:
        expect_union(taper_mill(d, corner * 0.5, beta, 0, body), 0, 3);
        break;
      case 2:
        expect_union(drill(d, 60 + 110 * unit(random), body), 0, 3);
        break;
      default:
        expect_union(taper_ball_mill(d, beta, 2 * d, body), 0, 4);
    }
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace graze::nc
