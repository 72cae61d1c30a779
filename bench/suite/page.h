// SPDX-License-Identifier: Apache-2.0
// The page of `graze bench`: one HTML file built from web/bench, with a results file and the models put into it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "graze/mesh.h"

namespace graze::suite {

/// A model that the page draws; `hash` as the results file writes it (16 hexadecimal digits).
struct PageMesh {
  std::string hash;
  const Mesh* mesh = nullptr;
};

/// Triangles of a model on the page: at once on screen, and some 150 KB a model in the file.
inline constexpr std::size_t kPageTriangles = 16'000;

/// False where three.js could not be fetched when graze was built.
bool has_page();

/// `results` is the text of a results file (docs/bench_results.md) and is not looked into; scenes whose models are not
/// among `meshes` have no pictures. Throws Error (unsupported) without has_page().
std::string page_html(std::string_view results, std::span<const PageMesh> meshes = {});

/// The page, in pieces; empty without has_page(). Generated at build time.
std::span<const std::string_view> page_template();

}  // namespace graze::suite
