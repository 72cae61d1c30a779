// SPDX-License-Identifier: Apache-2.0
#include "build/normalise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "build/model_cases.h"
#include "graze/error.h"

namespace graze::test {
namespace {

/// Of several chunks; triangle i has vertices 3i, 3i + 1, 3i + 2.
Mesh unshared_soup() {
  Mesh mesh = random_soup(10000, 5);
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) mesh.triangles[i] = {3 * i, 3 * i + 1, 3 * i + 2};
  return mesh;
}

void expect_refused(const Mesh& mesh, const std::string& message) {
  for (const auto& check : {+[](const Mesh& m) { validate(m); }, +[](const Mesh& m) { (void)Model::build(m); }}) {
    try {
      check(mesh);
      ADD_FAILURE() << "nothing thrown: " << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_mesh);
      EXPECT_EQ(error.what(), message);
    }
  }
}

TEST(Normalise, RefusesWhatIsNotAMesh) {
  const Mesh soup = unshared_soup();
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), HUGE_VAL, -HUGE_VAL}) {
    for (const std::size_t i : {0u, 17000u, 29999u}) {
      Mesh mesh = soup;
      mesh.vertices[i].z = bad;
      mesh.triangles.back() = mesh.triangles.front();
      expect_refused(mesh, "vertex " + std::to_string(i) + " has a coordinate that is not finite");
      mesh.triangles.clear();
      expect_refused(mesh, "vertex " + std::to_string(i) + " has a coordinate that is not finite");
    }
  }
  for (const std::size_t i : {0u, 7000u, 9999u}) {
    Mesh mesh = soup;
    mesh.triangles[i][2] = 30000;
    expect_refused(mesh, "triangle " + std::to_string(i) + " refers to vertex 30000, but there are 30000");
  }
  Mesh largest = soup;
  largest.vertices[3].x = std::numeric_limits<double>::max();
  EXPECT_THROW((void)Model::build(largest), Error);  // finite, but beyond the limit
  EXPECT_NO_THROW(validate(largest));
}

TEST(Normalise, RadiusOfTheBoxesPass) {
  for (const Mesh& mesh : {unshared_soup(), patch(60)}) {
    const detail::Normalisation frame = detail::normalise(mesh);
    double radius = 0;
    EXPECT_EQ(detail::primitives(mesh, frame, radius).size(), mesh.triangles.size());
    EXPECT_EQ(radius, detail::radius_of(mesh, frame));
    EXPECT_GT(radius, 0);
  }
}

TEST(Normalise, VerticesMayStandInAnyOrder) {
  const Mesh soup = unshared_soup();
  Mesh reversed = soup, swapped = soup;
  std::reverse(reversed.vertices.begin(), reversed.vertices.end());
  const auto last = static_cast<std::uint32_t>(soup.vertices.size() - 1);
  for (Triangle& t : reversed.triangles) t = {last - t[0], last - t[1], last - t[2]};
  std::swap(swapped.vertices[last], swapped.vertices[last - 1]);
  std::swap(swapped.triangles.back()[1], swapped.triangles.back()[2]);
  EXPECT_TRUE(detail::normalise(soup).unshared);
  const Model model = Model::build(soup);
  for (const Mesh& mesh : {reversed, swapped}) {
    EXPECT_FALSE(detail::normalise(mesh).unshared);
    const Model other = Model::build(mesh);
    EXPECT_TRUE(same_bytes(model.hierarchy().nodes, other.hierarchy().nodes));
    EXPECT_TRUE(same_bytes(model.hierarchy().leaves, other.hierarchy().leaves));
  }
}

}  // namespace
}  // namespace graze::test
