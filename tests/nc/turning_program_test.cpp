// SPDX-License-Identifier: Apache-2.0
// A real program of five axes, where it is (GRAZE_DATA): a ball over a plate, whose depth is known at every time.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "graze/nc/turning.h"
#include "nc/check_shapes.h"

namespace graze::test {
namespace {

using nc::Interpolation;
using nc::Motion;

nc::Program impeller_program() {
  const char* const data = std::getenv("GRAZE_DATA");
  const std::filesystem::path file =
      (data != nullptr ? std::filesystem::path(data)
                       : std::filesystem::path(GRAZE_SOURCE_DIR) / ".." / "shared" / "data") /
      "nc" / "impeller-7bl-xyzac.ngc";
  if (!std::filesystem::exists(file)) return {};
  std::ifstream stream(file, std::ios::binary);
  nc::Options options;
  options.tcp_axes = 1 << 3 | 1 << 5;
  return nc::read_program(std::string((std::istreambuf_iterator<char>(stream)), {}), "impeller.ngc", options);
}

int moves_along_the_tool(const nc::Kinematics& machine, std::span<const nc::TurningMove> moves) {
  int along = 0;
  for (const nc::TurningMove& m : moves) {
    const nc::ToolPose a = nc::pose_at(machine, m, 0), b = nc::pose_at(machine, m, 1);
    const Vec3 way{b.tip.x - a.tip.x, b.tip.y - a.tip.y, b.tip.z - a.tip.z};
    const double length = std::sqrt(way.x * way.x + way.y * way.y + way.z * way.z);
    const double cosine = (way.x * a.axis.x + way.y * a.axis.y + way.z * a.axis.z) / length;
    along += a.axis == b.axis && a.axis.z < 1 && length > 5 && std::abs(cosine) > 0.9999 ? 1 : 0;
  }
  return along;
}

TEST(TurningProgram, AnImpellerOverAPlate) {
  const nc::Program program = impeller_program();
  if (program.path.empty()) GTEST_SKIP() << "no data";
  ASSERT_TRUE(program.complete());
  const nc::Kinematics machine = nc::machine_preset("xyzac-trt");
  std::vector<nc::TurningMove> moves;
  for (const Motion& m : program.path) {
    if (!nc::can_turn(machine, m)) continue;
    moves.push_back(nc::turning_move(m, nc::interpolation_of(program.setups[m.setup])));
    EXPECT_EQ(moves.back().interpolation, Interpolation::tcp);
  }
  ASSERT_GE(moves.size() + 1, program.path.size());
  // Approaches and retracts go along the tool, if the chain has the machine's signs.
  EXPECT_GT(moves_along_the_tool(machine, moves), 20);
  EXPECT_LT(moves_along_the_tool(nc::machine_preset("xyzac"), moves), 5);

  const double top = -1.5, radius = 2;
  const nc::ConvexPiece ball = ball_piece(radius);
  const auto depth_at = [&](const nc::TurningMove& m, double t) {
    const nc::ToolPose pose = nc::pose_at(machine, m, t);
    return top - (pose.tip.z + radius * pose.axis.z - radius);
  };
  const nc::TurningPart plate(Model::build(box_mesh({-200, -200, top - 100}, {200, 200, top})));
  const std::vector<nc::TurningCheck> checks = check_turning(plate, machine, {&ball, 1}, moves);
  int gouges = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    double sampled = -1e300;
    for (int k = 0; k <= 20; ++k) sampled = std::max(sampled, depth_at(moves[i], k / 20.0));
    const nc::TurningCheck& c = checks[i];
    ASSERT_LE(sampled, std::max(c.upper, -0.01) + 1e-9) << i;
    ASSERT_LE(c.lower, sampled + 1e-3) << i;
    ASSERT_NE(c.decision, nc::Decision::undecided) << i << ' ' << c.lower << ' ' << c.upper << ' ' << sampled;
    gouges += c.decision == nc::Decision::gouge ? 1 : 0;
    if (c.decision == nc::Decision::gouge) {
      ASSERT_NEAR(c.contact.z, top, 1e-9);
      ASSERT_LE(c.upper - c.lower, 2e-3) << i;
    }
  }
  EXPECT_GT(gouges, 10);
  EXPECT_LT(gouges, static_cast<int>(moves.size()) / 2);
}

}  // namespace
}  // namespace graze::test
