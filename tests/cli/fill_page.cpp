// SPDX-License-Identifier: Apache-2.0
// fill_page RESULTS.json OUTPUT.html [HASH MODEL]...: the page of `graze bench` from a results file that nobody
// measured.
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <list>
#include <vector>

#include "graze/graze.h"
#include "graze/io.h"
#include "page.h"

int main(int count, char** words) try {
  std::ifstream in(words[1], std::ios::binary);
  const std::string results{std::istreambuf_iterator<char>(in), {}};
  std::list<graze::Mesh> meshes;
  std::vector<graze::suite::PageMesh> named;
  for (int i = 3; i + 1 < count; i += 2)
    named.push_back({words[i], &meshes.emplace_back(graze::load_mesh(words[i + 1]))});
  std::ofstream out(words[2], std::ios::binary);
  out << graze::suite::page_html(results, named);
  return out && in ? 0 : 1;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
