// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "base/random.h"
#include "graze/solid.h"

namespace graze::test {
namespace {

TEST(SolidThreads, OneFieldForMany) {
  Mesh cube;
  for (int i = 0; i < 8; ++i) cube.vertices.push_back({double(i & 1), double(i >> 1 & 1), double(i >> 2)});
  cube.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  const Model model = Model::build(cube);
  const SignedDistance field(model);
  const auto work = [&] {
    detail::Random random(31);
    double total = 0;
    for (int i = 0; i < 50; ++i) {
      const Vec3 p{random.uniform(-1, 2), random.uniform(-1, 2), random.uniform(-1, 2)};
      total += field.at(p) + least_signed_distance(field, model, {{1, 0, 0, 0, 1, 0, 0, 0, 1}, p}, 0.01).value;
    }
    return total + max_penetration(field, 0.01).value;
  };
  const double expected = work();
  double sums[4] = {};
  std::vector<std::thread> threads;
  for (double& result : sums) threads.emplace_back([&] { result = work(); });
  for (std::thread& thread : threads) thread.join();
  for (const double result : sums) EXPECT_EQ(result, expected);
}

}  // namespace
}  // namespace graze::test
