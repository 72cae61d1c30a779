// SPDX-License-Identifier: Apache-2.0
#include "molds.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <numbers>
#include <stdexcept>

#include "models.h"

namespace graze::reproduce {
namespace {

constexpr int kSide = 300;
constexpr int kEvery = 10;  // rows from one pass to the next

struct Flat {
  double x = 0, z = 0;
};

Mesh surface_of(const Mold& mold) {
  Mesh mesh;
  const auto side = static_cast<std::uint32_t>(mold.side);
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      mesh.vertices.push_back({static_cast<double>(x), static_cast<double>(y), mold.heights[y * side + x]});
    }
  }
  for (std::uint32_t y = 0; y + 1 < side; ++y) {
    for (std::uint32_t x = 0; x + 1 < side; ++x) {
      const std::uint32_t a = y * side + x, b = a + 1, c = a + side, d = c + 1;
      mesh.triangles.push_back({a, b, d});
      mesh.triangles.push_back({a, d, c});
    }
  }
  return mesh;
}

/// Upward, of the line from a to b.
Flat normal_of(const Flat& a, const Flat& b) {
  const double dx = b.x - a.x, dz = b.z - a.z, length = std::hypot(dx, dz);
  return {-dz / length, dx / length};
}

/// How high the centre of a ball above x is that rests on the polygon.
double resting(const std::vector<Flat>& polygon, double x, double radius) {
  const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(x - radius)));
  const std::size_t last = std::min(polygon.size() - 1, static_cast<std::size_t>(std::ceil(x + radius)));
  double height = 0;
  for (std::size_t i = first; i <= last; ++i) {
    const Flat& p = polygon[i];
    const double aside = x - p.x;
    if (std::abs(aside) <= radius) height = std::max(height, p.z + std::sqrt(radius * radius - aside * aside));
    if (i == last) break;
    const Flat n = normal_of(p, polygon[i + 1]);
    const double foot = x - radius * n.x;
    if (foot < p.x || foot > polygon[i + 1].x) continue;
    height = std::max(height, p.z + (foot - p.x) * -n.x / n.z + radius * n.z);
  }
  return height;
}

/// A closed surface of revolution: the first and the last point of the profile lie on the axis.
Mesh revolved(const std::vector<nc::ProfilePoint>& profile, std::uint32_t around) {
  Mesh mesh;
  mesh.vertices.push_back({0, 0, profile.front().z});
  for (std::size_t i = 1; i + 1 < profile.size(); ++i) {
    for (std::uint32_t k = 0; k < around; ++k) {
      const double a = 2 * std::numbers::pi * k / around;
      mesh.vertices.push_back({profile[i].r * std::cos(a), profile[i].r * std::sin(a), profile[i].z});
    }
  }
  mesh.vertices.push_back({0, 0, profile.back().z});
  const auto rings = static_cast<std::uint32_t>(profile.size() - 2);
  const auto top = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  const auto at = [&](std::uint32_t ring, std::uint32_t k) { return 1 + ring * around + k % around; };
  for (std::uint32_t k = 0; k < around; ++k) {
    mesh.triangles.push_back({0, at(0, k + 1), at(0, k)});
    for (std::uint32_t ring = 0; ring + 1 < rings; ++ring) {
      mesh.triangles.push_back({at(ring, k), at(ring, k + 1), at(ring + 1, k + 1)});
      mesh.triangles.push_back({at(ring, k), at(ring + 1, k + 1), at(ring + 1, k)});
    }
    mesh.triangles.push_back({top, at(rings - 1, k), at(rings - 1, k + 1)});
  }
  return mesh;
}

/// Points of a quarter turn about (r, z) from straight below to the given angle from there.
void add_arc(std::vector<nc::ProfilePoint>& out, nc::ProfilePoint centre, double radius, double to, int steps) {
  for (int i = 0; i <= steps; ++i) {
    const double a = to * i / steps;
    out.push_back({centre.r + radius * std::sin(a), centre.z - radius * std::cos(a)});
  }
}

/// Heights become those of the triangle where it is higher.
void raise_to(Mold& mold, const Triangle& t) {
  const Vec3 &a = mold.mesh.vertices[t[0]], &b = mold.mesh.vertices[t[1]], &c = mold.mesh.vertices[t[2]];
  const double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (area == 0) return;
  const auto from = [](double p, double q, double r) { return static_cast<int>(std::ceil(std::min({p, q, r}))); };
  const auto to = [](double p, double q, double r) { return static_cast<int>(std::floor(std::max({p, q, r}))); };
  for (int y = std::max(0, from(a.y, b.y, c.y)); y <= std::min(mold.side - 1, to(a.y, b.y, c.y)); ++y) {
    for (int x = std::max(0, from(a.x, b.x, c.x)); x <= std::min(mold.side - 1, to(a.x, b.x, c.x)); ++x) {
      const auto share = [&](const Vec3& p, const Vec3& q) {
        return ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) / area;
      };
      const double u = share(b, c), v = share(c, a), w = share(a, b);
      if (u < 0 || v < 0 || w < 0) continue;
      double& height = mold.heights[static_cast<std::size_t>(y * mold.side + x)];
      height = std::max(height, u * a.z + v * b.z + w * c.z);
    }
  }
}

constexpr double kCorner = 3, kHeight = 2 * kBall, kConeTip = 3, kConeAngle = 19;  // degrees from the axis

}  // namespace

const std::vector<std::string>& mold_names() {
  static const std::vector<std::string> names = {"whites",    "whites_nw", "whites_ne",
                                                 "whites_sw", "st_helens", "jacksboro"};
  return names;
}

Mold make_mold(const std::string& name, bool reduced) {
  const std::string file = "bundled/molds/" + name + ".hgt";
  std::ifstream in(scenes::data_path(file), std::ios::binary);
  const std::vector<unsigned char> bytes{std::istreambuf_iterator<char>(in), {}};
  if (bytes.size() != 2 * kSide * kSide) throw std::runtime_error(file + ": not 300 x 300 elevations");
  Mold mold;
  mold.name = name;
  mold.side = reduced ? 100 : kSide;
  for (int y = 0; y < mold.side; ++y) {
    for (int x = 0; x < mold.side; ++x) {
      const auto i = static_cast<std::size_t>(2 * (kSide * (kSide - 1 - y) + x));  // the first row is the northern one
      mold.heights.push_back(static_cast<std::int16_t>(bytes[i] << 8 | bytes[i + 1]));
    }
  }
  const auto [low, high] = std::minmax_element(mold.heights.begin(), mold.heights.end());
  const double from = *low, scale = kRelief / std::max(1.0, *high - *low);
  for (double& h : mold.heights) h = (h - from) * scale;
  mold.mesh = surface_of(mold);
  return mold;
}

Mold part_mold(const std::string& name, const Mesh& part, int side) {
  Vec3 low = part.vertices.front(), high = low;
  for (const Vec3& v : part.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  const double scale = (side - 1) / std::max(high.x - low.x, high.y - low.y);
  Mold mold;
  mold.name = name;
  mold.side = side;
  mold.mesh = part;
  for (Vec3& v : mold.mesh.vertices) v = {scale * (v.x - low.x), scale * (v.y - low.y), scale * (v.z - low.z)};
  mold.heights.assign(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), 0);
  for (const Triangle& t : mold.mesh.triangles) raise_to(mold, t);
  return mold;
}

std::vector<Vec3> zigzag(const Mold& mold) {
  std::vector<Vec3> tips;
  bool back = false;
  for (int y = 0; y < mold.side; y += kEvery, back = !back) {
    std::vector<Flat> polygon;
    for (int x = 0; x < mold.side; ++x) {
      polygon.push_back({static_cast<double>(x), mold.heights[static_cast<std::size_t>(y * mold.side + x)]});
    }
    std::vector<Vec3> row;
    for (const Flat& p : polygon) row.push_back({p.x, static_cast<double>(y), resting(polygon, p.x, kBall) - kBall});
    if (back) std::reverse(row.begin(), row.end());
    tips.insert(tips.end(), row.begin(), row.end());
  }
  return tips;
}

nc::Tool mold_tool(const std::string& name) {
  nc::Body body;
  body.cutting_length = kHeight;
  if (name == "ball") return nc::ball_mill(2 * kBall, body);
  if (name == "rounded") return nc::bull_mill(2 * kBall, kCorner, body);
  if (name == "cone") return nc::taper_ball_mill(2 * kConeTip, kConeAngle, 0, body);
  if (name == "cylinder") return nc::flat_mill(2 * kBall, body);
  throw std::invalid_argument("no tool '" + name + "'");
}

Mesh polyhedral_tool(const std::string& name) {
  std::vector<nc::ProfilePoint> profile;
  if (name == "ball") {  // 2 · 40 · 21 = 1,680 triangles
    add_arc(profile, {0, kBall}, kBall, std::numbers::pi, 22);
    profile.front().r = profile.back().r = 0;
    return revolved(profile, 40);
  }
  if (name == "rounded") {  // 2 · 41 · 14 = 1,148
    profile.push_back({0, 0});
    add_arc(profile, {kBall - kCorner, kCorner}, kCorner, std::numbers::pi / 2, 11);
    profile.push_back({kBall, kHeight / 2});
    profile.push_back({kBall, kHeight});
    profile.push_back({0, kHeight});
    return revolved(profile, 41);
  }
  if (name == "cone") {  // 2 · 41 · 15 = 1,230
    const double slope = kConeAngle * std::numbers::pi / 180, turn = std::numbers::pi / 2 - slope;
    add_arc(profile, {0, kConeTip}, kConeTip, turn, 10);
    profile.front().r = 0;
    const nc::ProfilePoint end = profile.back();
    for (int i = 1; i <= 5; ++i) {
      const double z = end.z + (kHeight - end.z) * i / 5;
      profile.push_back({end.r + (z - end.z) * std::tan(slope), z});
    }
    profile.push_back({0, kHeight});
    return revolved(profile, 41);
  }
  throw std::invalid_argument("no polyhedral tool '" + name + "'");
}

}  // namespace graze::reproduce
