// SPDX-License-Identifier: Apache-2.0
#include <graze/graze.h>

#include <iostream>

int main(int, char** argv) {
  const graze::Model wheel = graze::Model::build(graze::load_mesh(argv[1]));
  const graze::Model tool = graze::Model::build(graze::load_mesh(argv[2]));
  const graze::Pose pose = graze::pose_from_quaternion(1, 0, 0, 0.5, {0.25, 0, 0});  // tool in wheel
  for (const graze::Contact& c : graze::contacts(wheel, tool, pose).pairs)
    std::cout << c.triangle_a << " meets " << c.triangle_b << " at " << c.p.x << ' ' << c.p.y << ' ' << c.p.z << '\n';
}
