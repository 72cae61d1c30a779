// SPDX-License-Identifier: Apache-2.0
// Parallel close proximity: the thesis's nested spheres (tables 23 and 24) and the rounded-box paper's (figures 8, 10).
#include <algorithm>
#include <cmath>

#include "laboratory.h"
#include "methods.h"
#include "shapes.h"
#include "vector.h"

namespace graze::reproduce {
namespace {

using namespace scenes;

BuildOptions complete_binary(Volume volume, Split split) {
  BuildOptions build;
  build.volume = volume;
  build.split = split;
  build.point = SplitPoint::mean;
  build.leaf_size = 1;
  build.width = 2;
  return build;
}

/// Rows of the tables. 0.45 is not in the thesis: its row "0.55" is reproduced by an inner radius of 0.55, not by
/// α = 0.55, for all volumes and both sizes.
constexpr const char* kGaps[] = {"0.55", "0.45", "0.1", "0.055", "0.01", "0.0055", "0.001", "0.00055", "0.0001"};

/// Numbers below a hundred (first row) vary by up to 40 % from seed to seed, all others by less than 2 %.
constexpr std::uint64_t kSeed = 3;

/// Both spheres in the same orientation, as a scaled copy has it.
void nested(Laboratory& lab, const std::string& table, int points) {
  const Mesh sphere = random_sphere(points, kSeed);
  const std::string dataset = std::to_string(sphere.triangles.size());
  for (const Volume volume :
       {Volume::aabb, Volume::dop14, Volume::dop18, Volume::dop26, Volume::obb, Volume::rounded_box, Volume::sphere}) {
    const Model outer = Model::build(sphere, complete_binary(volume, Split::splatter));
    QueryOptions query;
    query.descent = volume == Volume::obb || volume == Volume::rounded_box ? Descent::larger : Descent::a_first;
    query.segments = false;
    for (const char* gap : kGaps) {
      const Model inner = Model::build(scaled(sphere, 1 - std::stod(gap)), complete_binary(volume, Split::splatter));
      const Contacts found = contacts(outer, inner, Pose{}, query);
      lab.record(table, dataset, volume_name(volume), gap, "N_v", static_cast<double>(found.counters.volume_tests));
      lab.record(table, dataset, volume_name(volume), gap, "contacts", static_cast<double>(found.pairs.size()));
    }
  }
}

struct Mean {
  double tests = 0, contacts = 0;
};

/// Over random orientations of the inner sphere.
Mean mean_tests(const Model& outer, const Model& inner, const Vec3& at, int poses, std::uint64_t seed) {
  Random random(seed);
  QueryOptions query;
  query.descent = Descent::larger;
  query.segments = false;
  Workspace workspace;
  Contacts found;
  Mean mean;
  for (int i = 0; i < poses; ++i) {
    contacts(outer, inner, to_pose(random_rotation(random), at), found, query, &workspace);
    mean.tests += static_cast<double>(found.counters.volume_tests) / poses;
    mean.contacts += static_cast<double>(found.pairs.size()) / poses;
  }
  return mean;
}

constexpr Volume kProximityVolumes[] = {Volume::obb, Volume::rounded_box, Volume::hybrid, Volume::sphere,
                                        Volume::dop26};

/// Spheres of radius 1 in one of 1 + ε, random orientations, all gaps.
void separation(Laboratory& lab) {
  const Mesh sphere = random_sphere(lab.quick() ? 2502 : 10002, 1);
  const int poses = lab.quick() ? 5 : 100;
  for (const Volume volume : kProximityVolumes) {
    const Model inner = Model::build(sphere, complete_binary(volume, Split::longest_side));
    for (int i = 0; i <= 14; ++i) {
      const double gap = 4 * std::pow(10.0, -i / 4.0);
      const Model outer = Model::build(scaled(sphere, 1 + gap), complete_binary(volume, Split::longest_side));
      // The narrowest gaps descend to all leaves: a tenth of the poses says as much.
      const int asked = gap < 0.01 ? std::max(2, poses / 10) : poses;
      const Mean mean = mean_tests(outer, inner, {}, asked, 81);
      lab.record("rounded_figure_8", std::to_string(sphere.triangles.size()), volume_name(volume), std::to_string(gap),
                 "N_v", mean.tests);
    }
  }
}

/// The inner sphere travels along y through the outer one, gap 0.01 where they are concentric.
void travel(Laboratory& lab) {
  const Mesh sphere = random_sphere(lab.quick() ? 2502 : 10002, 1);
  const int poses = lab.quick() ? 2 : 6;
  for (const Volume volume : kProximityVolumes) {
    if (volume == Volume::sphere || volume == Volume::dop26) continue;  // two orders above the others
    const Model inner = Model::build(sphere, complete_binary(volume, Split::longest_side));
    const Model outer = Model::build(scaled(sphere, 1.01), complete_binary(volume, Split::longest_side));
    for (int i = 0; i <= 52; ++i) {
      const double y = -0.3 + 0.025 * i;
      const Mean mean = mean_tests(outer, inner, {0, y, 0}, poses, 82);
      lab.record("rounded_figure_10", "", volume_name(volume), std::to_string(y), "N_v", mean.tests);
      lab.record("rounded_figure_10", "", volume_name(volume), std::to_string(y), "contacts", mean.contacts);
    }
  }
}

}  // namespace

void add_spheres(std::vector<Experiment>& list) {
  list.push_back({"spheres", {"table_23", "table_24"}, 40, 15, [](Laboratory& lab) {
                    nested(lab, "table_23", 1002);
                    nested(lab, "table_24", 10002);
                  }});
  list.push_back({"rounded_box", {"rounded_figure_8", "rounded_figure_10"}, 90, 12, [](Laboratory& lab) {
                    separation(lab);
                    travel(lab);
                  }});
}

}  // namespace graze::reproduce
