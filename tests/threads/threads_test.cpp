// SPDX-License-Identifier: Apache-2.0
// Contract: a Model may be queried by any number of threads, and the answer does not depend on how many work on it.
// Runs under ThreadSanitizer in `./dev test`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "graze/graze.h"

namespace graze {
namespace {

constexpr int kThreads = 4;

/// A bumpy sheet over [-1, 1]², n × n quads.
Mesh sheet(int n, double phase) {
  Mesh mesh;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      const double x = 2.0 * i / n - 1.0, y = 2.0 * j / n - 1.0;
      mesh.vertices.push_back({x, y, 0.2 * std::sin(5 * x + phase) * std::cos(4 * y - phase)});
    }
  }
  const auto at = [n](int i, int j) { return static_cast<std::uint32_t>(i * (n + 1) + j); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  return mesh;
}

std::vector<Pose> poses(int n) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<Pose> result;
  for (int i = 0; i < n; ++i) {
    const double w = 1 + unit(random), x = unit(random), y = unit(random), z = unit(random);
    result.push_back(pose_from_quaternion(w, x, y, z, {unit(random), unit(random), 1.5 * unit(random)}));
  }
  return result;
}

TEST(Threads, QueryOneModelAtOnce) {
  const Model a = Model::build(sheet(24, 0)), b = Model::build(sheet(16, 1));
  const std::vector<Pose> flight = poses(12);
  std::vector<Contacts> expected;
  for (const Pose& pose : flight) expected.push_back(contacts(a, b, pose));

  std::vector<int> wrong(kThreads, 0);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Workspace workspace;
      for (std::size_t k = 0; k < flight.size(); ++k) {
        const std::size_t i = (k + static_cast<std::size_t>(t)) % flight.size();
        const bool any = intersects(a, b, flight[i], {}, &workspace);
        if (any == expected[i].pairs.empty()) ++wrong[static_cast<std::size_t>(t)];
        if (contacts(a, b, flight[i], {}, &workspace).pairs != expected[i].pairs) ++wrong[static_cast<std::size_t>(t)];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(kThreads, 0));
}

TEST(Threads, BatchEqualsOneByOne) {
  const Model a = Model::build(sheet(24, 0)), b = Model::build(sheet(16, 1));
  const std::vector<Pose> flight = poses(200);
  std::vector<std::uint8_t> expected;
  for (const Pose& pose : flight) expected.push_back(intersects(a, b, pose) ? 1 : 0);
  ASSERT_NE(std::count(expected.begin(), expected.end(), 1), 0);
  ASSERT_NE(std::count(expected.begin(), expected.end(), 0), 0);
  for (int threads : {0, 1, 2, kThreads}) {
    std::vector<std::uint8_t> found(flight.size(), 9);
    BatchOptions options;
    options.threads = threads;
    intersects_batch(a, b, flight, found, options);
    EXPECT_EQ(found, expected) << threads << " threads";
  }
}

TEST(Threads, BuildDoesNotDependOnTheirNumber) {
  // Large enough for every builder to split its work.
  const Mesh mesh = sheet(150, 0);
  for (Volume volume : {Volume::obb, Volume::dop26}) {
    BuildOptions options;
    options.volume = volume;
    options.threads = 1;
    const HierarchyStats expected = Model::build(mesh, options).stats();
    for (int threads : {0, 2, kThreads}) {
      options.threads = threads;
      const HierarchyStats found = Model::build(mesh, options).stats();
      EXPECT_EQ(found.nodes, expected.nodes);
      EXPECT_EQ(found.leaves, expected.leaves);
      EXPECT_EQ(found.height, expected.height);
      EXPECT_EQ(found.total_volume, expected.total_volume);
    }
  }
}

TEST(Threads, BuildInSeveralThreadsAtOnce) {
  const Mesh mesh = sheet(40, 0);
  std::vector<std::size_t> nodes(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] { nodes[static_cast<std::size_t>(t)] = Model::build(mesh).stats().nodes; });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(nodes, std::vector<std::size_t>(kThreads, nodes[0]));
}

}  // namespace
}  // namespace graze
