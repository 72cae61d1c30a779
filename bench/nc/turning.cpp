// SPDX-License-Identifier: Apache-2.0
// graze_nc_turning [THREADS]: motions of five axes checked in a second, against a solid of 102,400 triangles: a sphere
// of 100 mm with waves of 1 mm. The path goes around it and touches it at its points, 1 degree of tilt and 0.5 mm of
// way apart; tool-centre-point control. The least of three runs, and what was decided.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "graze/nc/turning.h"
#include "graze/solid.h"

namespace {

using namespace graze;

constexpr double kPi = 3.14159265358979323846;
constexpr std::uint32_t kAround = 320, kUp = 161;

Vec3 on_sphere(double around, double up) {
  const double r = 50 + 0.5 * std::sin(9 * around) * std::sin(11 * up) + 0.5 * std::cos(23 * up + 5 * around);
  return {r * std::sin(up) * std::cos(around), r * std::sin(up) * std::sin(around), r * std::cos(up)};
}

Mesh wavy_sphere() {
  Mesh mesh;
  mesh.vertices.push_back({0, 0, on_sphere(0, 0).z});
  for (std::uint32_t j = 1; j < kUp; ++j) {
    for (std::uint32_t i = 0; i < kAround; ++i)
      mesh.vertices.push_back(on_sphere(2 * kPi * i / kAround, kPi * j / kUp));
  }
  mesh.vertices.push_back({0, 0, on_sphere(0, kPi).z});
  const auto at = [](std::uint32_t j, std::uint32_t i) { return 1 + (j - 1) * kAround + i % kAround; };
  const auto last = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  for (std::uint32_t i = 0; i < kAround; ++i) {
    mesh.triangles.push_back({0, at(1, i), at(1, i + 1)});
    mesh.triangles.push_back({last, at(kUp - 1, i + 1), at(kUp - 1, i)});
    for (std::uint32_t j = 1; j + 1 < kUp; ++j) {
      mesh.triangles.push_back({at(j, i), at(j + 1, i), at(j + 1, i + 1)});
      mesh.triangles.push_back({at(j, i), at(j + 1, i + 1), at(j, i + 1)});
    }
  }
  return mesh;
}

/// The tool's axis leans by up to 25 degrees from the surface's, its ball touches the surface.
std::vector<nc::TurningMove> path_around(const SignedDistance& field, double radius, int count) {
  std::vector<nc::TurningMove> moves;
  nc::Axes last;
  for (int i = 0; i <= count; ++i) {
    const double around = 0.01 * i, up = 0.5 + 0.00002 * i;
    Vec3 centre = on_sphere(around, up);
    const double size = std::sqrt(centre.x * centre.x + centre.y * centre.y + centre.z * centre.z);
    const Vec3 n{centre.x / size, centre.y / size, centre.z / size};
    double out = size + radius;
    for (int k = 0; k < 30; ++k) {
      centre = {out * n.x, out * n.y, out * n.z};
      out += radius - field.at(centre);
    }
    const double b = up + 0.2 + 0.2 * std::sin(0.087 * i), c = around + 0.2 * std::cos(0.05 * i);
    const Vec3 axis{std::sin(b) * std::cos(c), std::sin(b) * std::sin(c), std::cos(b)};
    nc::Axes at;
    at.value = {centre.x - radius * axis.x,
                centre.y - radius * axis.y,
                centre.z - radius * axis.z,
                0,
                b * 180 / kPi,
                c * 180 / kPi};
    at.known = 63;
    nc::TurningMove move;
    move.interpolation = nc::Interpolation::tcp;
    move.start = last;
    move.end = last = at;
    if (i > 0) moves.push_back(move);
  }
  return moves;
}

void measure(const char* what, const nc::TurningPart& part, const std::vector<nc::ConvexPiece>& tool,
             const std::vector<nc::TurningMove>& moves, const nc::TurningOptions& options) {
  const nc::Kinematics machine = nc::machine_preset("xyzbc-head");
  double least = 1e300;
  std::vector<nc::TurningCheck> checks;
  for (int run = 0; run < 3; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    checks = check_turning(part, machine, tool, moves, options);
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  std::array<int, 3> decided{};
  double poses = 0, widest = 0;
  for (const nc::TurningCheck& c : checks) {
    ++decided[static_cast<std::size_t>(c.decision)];
    poses += c.poses;
    if (c.decision == nc::Decision::gouge) widest = std::max(widest, c.upper - c.lower);
  }
  const auto count = static_cast<double>(moves.size());
  std::printf("%-34s %9.0f moves/s  clean %d gouge %d undecided %d  %.2f spans a move  widest bounds %.4f mm\n", what,
              count / least, decided[0], decided[1], decided[2], poses / count, widest);
}

}  // namespace

int main(int argc, char** argv) {
  const Model model = Model::build(wavy_sphere());
  const SignedDistance field(model);
  const nc::TurningPart part(model);
  std::printf("%zu triangles\n", model.mesh().triangles.size());
  nc::TurningOptions options;
  options.threads = argc > 1 ? std::atoi(argv[1]) : 1;
  using nc::Part;
  const double r = 3;
  const nc::ConvexPiece tip{Part::cutting, r, 0, r, 0, r}, flute{Part::cutting, r, r, 25, r, 0};
  const std::vector<nc::ConvexPiece> ball{tip, flute};
  std::vector<nc::ConvexPiece> whole = ball;
  whole.push_back({Part::shank, 25, 4, 45, 4, 0});
  whole.push_back({Part::holder, 45, 10, 60, 16, 0});
  whole.push_back({Part::holder, 60, 25, 100, 25, 0});
  const std::vector<nc::TurningMove> touching = path_around(field, r, 2000);
  measure("ball", part, {tip}, touching, options);
  measure("ball and flute", part, ball, touching, options);
  measure("ball, flute, shank, holder", part, whole, touching, options);
  const auto moved = [&](double factor) {
    std::vector<nc::TurningMove> moves = touching;
    for (nc::TurningMove& m : moves) {
      for (nc::Axes* a : {&m.start, &m.end}) {
        for (std::size_t k = 0; k < 3; ++k) a->value[k] *= factor;
      }
    }
    return moves;
  };
  measure("the same, 5 mm away", part, whole, moved(1.1), options);
  measure("the same, 0.05 mm too deep", part, whole, moved(0.999), options);
  return 0;
}
