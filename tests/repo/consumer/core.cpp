// SPDX-License-Identifier: Apache-2.0
#include <graze/graze.h>

#include <cstdio>

// Two triangles that cross, and the same apart: exit 0 when graze says so.
int main() {
  const graze::Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  const graze::Model model = graze::Model::build(mesh);
  graze::Pose crossing;  // a quarter turn about x, pushed into the triangle
  crossing.r[4] = crossing.r[8] = 0;
  crossing.r[5] = -1;
  crossing.r[7] = 1;
  crossing.t = {0.25, 0.25, -0.25};
  graze::Pose apart;
  apart.t = {0, 0, 0.5};
  const bool right = graze::intersects(model, model, crossing) && !graze::intersects(model, model, apart);
  std::printf("%s\n", right ? "right" : "wrong");
  return right ? 0 : 1;
}
