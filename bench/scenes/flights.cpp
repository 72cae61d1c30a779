// SPDX-License-Identifier: Apache-2.0
#include "flights.h"

#include <algorithm>

namespace graze::scenes {
namespace {

Vec3 random_point(Random& random, const Region& region) {
  return {random.uniform(region.lower.x, region.upper.x), random.uniform(region.lower.y, region.upper.y),
          random.uniform(region.lower.z, region.upper.z)};
}

/// Halves [free, hit] until it is at most `gap` long.
void bisect(const Oracle& oracle, const Quaternion& q, Vec3& free, Vec3& hit, double gap) {
  while (length(hit - free) > gap) {
    const Vec3 middle = 0.5 * (free + hit);
    (oracle.collides(to_pose(q, middle)) ? hit : free) = middle;
  }
}

/// Distance along `direction` from the origin of the first contact on the way in, to 1e-9 of `far`, found by
/// steps of far / 256: the colliding side. Negative when the way is free.
double first_contact(const Oracle& oracle, const Quaternion& q, const Vec3& direction, double far) {
  constexpr int kSteps = 256;
  for (int i = kSteps; i >= 0; --i) {
    const Vec3 p = (far * i / kSteps) * direction;
    if (!oracle.collides(to_pose(q, p))) continue;
    Vec3 free = (far * (i + 1) / kSteps) * direction;
    Vec3 hit = p;
    bisect(oracle, q, free, hit, 1e-9 * far);
    return dot(hit, direction);
  }
  return -1;
}

/// Turns `velocity` back inside where `p` is beyond a wall.
void bounce(const Vec3& p, const Region& region, Vec3& velocity) {
  const auto axis = [](double c, double low, double high, double& v) {
    if (c < low) v = std::abs(v);
    if (c > high) v = -std::abs(v);
  };
  axis(p.x, region.lower.x, region.upper.x, velocity.x);
  axis(p.y, region.lower.y, region.upper.y, velocity.y);
  axis(p.z, region.lower.z, region.upper.z, velocity.z);
}

}  // namespace

std::vector<Pose> tumbling(int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<Pose> poses;
  poses.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) poses.push_back(to_pose(random_rotation(random), {}));
  return poses;
}

std::vector<Pose> grazing_pairs(const Oracle& oracle, const Region& region, int pairs, double reach, double gap,
                                std::uint64_t seed) {
  Random random(seed);
  std::vector<Pose> poses;
  while (poses.size() < 2 * static_cast<std::size_t>(pairs)) {
    const Quaternion q = random_rotation(random);
    const Vec3 start = random_point(random, region);
    const Vec3 end = start + reach * random.direction();
    const bool start_hit = oracle.collides(to_pose(q, start));
    if (start_hit == oracle.collides(to_pose(q, end))) continue;
    Vec3 free = start_hit ? end : start;
    Vec3 hit = start_hit ? start : end;
    bisect(oracle, q, free, hit, gap);
    poses.push_back(to_pose(q, free));
    poses.push_back(to_pose(q, hit));
  }
  return poses;
}

std::vector<Pose> fly(const Oracle& oracle, const Flight& flight, std::uint64_t seed) {
  Random random(seed);
  Vec3 p = random_point(random, flight.region);
  Quaternion q = random_rotation(random);
  while (oracle.collides(to_pose(q, p))) p = random_point(random, flight.region);
  Vec3 velocity = flight.step * random.direction();
  Vec3 axis = random.direction();
  std::vector<Pose> poses;
  int patience = 0;
  int free_steps = 0;
  const Vec3 middle = 0.5 * (flight.region.lower + flight.region.upper);
  while (poses.size() < static_cast<std::size_t>(flight.poses)) {
    poses.push_back(to_pose(q, p));
    if (!oracle.collides(poses.back())) {
      patience = 0;
      if (++free_steps == flight.leash) {
        free_steps = 0;
        velocity = flight.step * normalized(normalized(middle - p) + 0.7 * random.direction());
      }
    } else if (patience == 0) {
      free_steps = 0;
      patience = 1 + random.below(flight.linger);
    } else if (--patience == 0) {
      Vec3 away = random.direction();
      if (dot(away, velocity) > 0) away = -1.0 * away;
      velocity = flight.step * away;
      axis = random.direction();
      patience = 4 * flight.linger;
    }
    bounce(p, flight.region, velocity);
    p = p + velocity;
    q = turn(axis, flight.spin) * q;
  }
  return poses;
}

std::vector<Pose> wander(const Flight& flight, std::uint64_t seed) {
  Random random(seed);
  Vec3 p = random_point(random, flight.region);
  Quaternion q = random_rotation(random);
  Vec3 direction = random.direction();
  Vec3 axis = random.direction();
  std::vector<Pose> poses;
  while (poses.size() < static_cast<std::size_t>(flight.poses)) {
    poses.push_back(to_pose(q, p));
    direction = normalized(direction + 0.1 * random.direction());
    axis = normalized(axis + 0.1 * random.direction());
    bounce(p, flight.region, direction);
    p = p + flight.step * direction;
    q = turn(axis, flight.spin) * q;
  }
  return poses;
}

std::vector<Pose> grope(const Oracle& oracle, const Mesh& world, const Flight& flight, std::size_t most,
                        std::uint64_t seed) {
  constexpr int kLooks = 64;  // points of the world looked at for the next goal, the nearest of them
  Random random(seed);
  Vec3 p = random_point(random, flight.region);
  Quaternion q = random_rotation(random);
  const auto next_goal = [&] {
    Vec3 best;
    double least = 1e300;
    for (int i = 0; i < kLooks; ++i) {
      const Vec3& v = world.vertices[static_cast<std::size_t>(random.below(static_cast<int>(world.vertices.size())))];
      const Vec3 way = v - p;
      if (dot(way, way) >= least) continue;
      least = dot(way, way);
      best = v;
    }
    return best;
  };
  Vec3 goal = next_goal();
  Vec3 axis = random.direction();
  bool retreating = false;
  int patience = flight.leash;
  std::vector<Pose> poses;
  while (poses.size() < static_cast<std::size_t>(flight.poses)) {
    poses.push_back(to_pose(q, p));
    const std::size_t contacts = oracle.count(poses.back());
    if (contacts > most) retreating = true;
    if (retreating && contacts <= most / 4) {
      retreating = false;
      goal = next_goal();
    }
    if (--patience <= 0 || length(goal - p) < flight.step) {
      goal = next_goal();
      patience = flight.leash;
    }
    Vec3 velocity = normalized((retreating ? -1.0 : 1.0) * normalized(goal - p) + 0.3 * random.direction());
    bounce(p, flight.region, velocity);
    p = p + flight.step * velocity;
    axis = normalized(axis + 0.1 * random.direction());
    q = turn(axis, flight.spin) * q;
  }
  return poses;
}

std::vector<Pose> approach(const Oracle& oracle, int directions, double far, std::span<const double> offsets,
                           std::uint64_t seed) {
  Random random(seed);
  std::vector<Pose> poses;
  for (int i = 0; i < directions; ++i) {
    const Quaternion q = random_rotation(random);
    const Vec3 direction = random.direction();
    const double contact = first_contact(oracle, q, direction, far);
    for (const double offset : offsets) poses.push_back(to_pose(q, (contact + offset) * direction));
  }
  return poses;
}

std::vector<Pose> scattered(int count, const Region& region, std::uint64_t seed) {
  Random random(seed);
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    const Quaternion q = random_rotation(random);
    poses.push_back(to_pose(q, random_point(random, region)));
  }
  return poses;
}

std::vector<Pose> pushed_in(const Oracle& oracle, int count, double far, std::size_t least, std::size_t most,
                            std::uint64_t seed) {
  Random random(seed);
  std::vector<Pose> poses;
  while (poses.size() < static_cast<std::size_t>(count)) {
    const Quaternion q = random_rotation(random);
    const Vec3 direction = random.direction();
    double s = first_contact(oracle, q, direction, far);
    const auto wanted = least + static_cast<std::size_t>(random.uniform() * static_cast<double>(most - least));
    for (; s > 0; s -= far / 400) {
      const Pose pose = to_pose(q, s * direction);
      const std::size_t contacts = oracle.count(pose);
      if (contacts < wanted) continue;
      if (contacts <= most) poses.push_back(pose);
      break;
    }
  }
  return poses;
}

}  // namespace graze::scenes
