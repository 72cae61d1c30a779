// SPDX-License-Identifier: Apache-2.0
// Many poses of one object at once, on all cores; and one pose after another without any allocation.
#include <graze/graze.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iostream>
#include <vector>

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::cerr << "usage: batch ENVIRONMENT OBJECT POSES.csv\n";
    return 3;
  }
  const graze::Model environment = graze::Model::build(graze::load_mesh(argv[1]));
  const graze::Model object = graze::Model::build(graze::load_mesh(argv[2]));
  const std::vector<graze::Pose> poses = graze::load_poses(argv[3]);

  std::vector<std::uint8_t> hit(poses.size());
  graze::intersects_batch(environment, object, poses, hit);
  std::cout << std::count(hit.begin(), hit.end(), 1) << " of " << poses.size() << " poses collide\n";

  graze::Workspace workspace;  // one a thread
  graze::Contacts found;       // grows to the largest answer, then stays
  for (std::size_t i = 0; i < poses.size(); ++i) {
    graze::contacts(environment, object, poses[i], found, {}, &workspace);
    std::cout << "pose " << i << ": " << found.pairs.size() << " contacts\n";
    if (found.pairs.empty() == (hit[i] != 0)) return 1;
  }
} catch (const std::exception& error) {  // graze::Error carries file, line and code; its text is one line
  std::cerr << error.what() << '\n';
  return 3;
}
