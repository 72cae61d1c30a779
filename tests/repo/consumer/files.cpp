// SPDX-License-Identifier: Apache-2.0
#include <graze/graze.h>

#include <iostream>

int main(int argc, char** argv) {
  if (argc != 2) return 3;
  const graze::Model model = graze::Model::build(graze::load_mesh(argv[1]));
  std::cout << model.stats().triangles << " triangles\n";
  return model.stats().triangles == 12 && graze::intersects(model, model, {}) ? 0 : 1;
}
