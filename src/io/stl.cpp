// SPDX-License-Identifier: Apache-2.0
// STL is a triangle soup: three vertices a facet, not merged. Normals, names and attribute bytes are not read.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "io/bytes.h"
#include "io/readers.h"
#include "io/scanner.h"

namespace graze::detail {
namespace {

constexpr std::size_t kHeaderSize = 84, kFacetSize = 50;

void append_triangle(Mesh& mesh, const std::filesystem::path& name) {
  if (mesh.vertices.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error(ErrorCode::limit, "more than 4294967295 vertices", name);
  }
  const auto end = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.triangles.push_back({end - 3, end - 2, end - 1});
}

Mesh read_binary(std::string_view bytes, const std::filesystem::path& name) {
  if (bytes.size() < kHeaderSize) {
    throw Error(ErrorCode::format,
                "neither ASCII STL (no 'solid' in front) nor binary STL (" + std::to_string(bytes.size()) +
                    " bytes, its header alone has 84)",
                name);
  }
  const std::size_t count = load<std::uint32_t>(bytes, 80, std::endian::little);
  if (const std::size_t room = (bytes.size() - kHeaderSize) / kFacetSize; count > room) {
    throw Error(ErrorCode::format,
                "the header claims " + counted(count, "triangle", "triangles") + ", but there are bytes for only " +
                    std::to_string(room),
                name, Position::byte(80));
  }
  Mesh mesh;
  mesh.vertices.reserve(3 * count);
  mesh.triangles.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::size_t offset = kHeaderSize + i * kFacetSize + 12 + corner * 12;
      double v[3];
      for (std::size_t axis = 0; axis < 3; ++axis) {
        v[axis] = load<float>(bytes, offset + 4 * axis, std::endian::little);
        if (std::isfinite(v[axis])) continue;
        throw Error(
            ErrorCode::invalid_mesh,
            std::string(1, "xyz"[axis]) + " of vertex " + std::to_string(mesh.vertices.size()) + " is not finite", name,
            Position::byte(offset + 4 * axis));
      }
      mesh.vertices.push_back({v[0], v[1], v[2]});
    }
    append_triangle(mesh, name);
  }
  return mesh;
}

void expect(Scanner& scanner, std::string_view keyword) {
  const std::string_view found = scanner.token_on_any_line();
  if (equal_ignoring_case(found, keyword)) return;
  const std::string expected = "expected " + in_quotes(keyword);
  scanner.fail(found.empty() ? expected + ", but the file ends" : expected + ", found " + in_quotes(found));
}

void read_facet(Scanner& scanner, Mesh& mesh) {
  expect(scanner, "normal");
  // Not even looked at: degenerate facets often carry "nan nan nan".
  for (int i = 0; i < 3; ++i) scanner.token_on_any_line();
  expect(scanner, "outer");
  expect(scanner, "loop");
  for (int corner = 0; corner < 3; ++corner) {
    expect(scanner, "vertex");
    mesh.vertices.push_back(scanner.point(mesh.vertices.size()));
  }
  expect(scanner, "endloop");
  expect(scanner, "endfacet");
  append_triangle(mesh, scanner.name());
}

Mesh read_ascii(std::string_view text, const std::filesystem::path& name) {
  Scanner scanner(text, name, {});
  Mesh mesh;
  bool in_solid = false;
  for (;;) {
    const std::string_view keyword = scanner.token_on_any_line();
    if (keyword.empty()) break;
    if (equal_ignoring_case(keyword, in_solid ? "endsolid" : "solid")) {
      scanner.skip_rest_of_line();  // the name
      in_solid = !in_solid;
    } else if (in_solid && equal_ignoring_case(keyword, "facet")) {
      read_facet(scanner, mesh);
    } else {
      scanner.fail((in_solid ? "expected 'facet' or 'endsolid', found " : "expected 'solid', found ") +
                   in_quotes(keyword));
    }
  }
  if (in_solid) scanner.fail("the file ends without 'endsolid'");
  return mesh;
}

/// Headers of binary files often begin with "solid" as well; zero bytes do not occur in text.
bool looks_like_ascii(std::string_view text) {
  constexpr std::size_t kProbe = 1024;
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos || !equal_ignoring_case(text.substr(begin, 5), "solid")) return false;
  return text.substr(0, kProbe).find('\0') == std::string_view::npos;
}

}  // namespace

bool is_binary_stl(std::string_view bytes) {
  if (bytes.size() < kHeaderSize) return false;
  const std::size_t count = load<std::uint32_t>(bytes, 80, std::endian::little);
  return bytes.size() == kHeaderSize + kFacetSize * count;
}

Mesh read_stl(std::string_view bytes, const std::filesystem::path& name) {
  // An exact match of size and count decides. Text cannot match by accident below 7 GB: its bytes 80..83 are at
  // least 0x09 each, a count of more than 150 million.
  if (is_binary_stl(bytes)) return read_binary(bytes, name);
  std::string storage;
  const std::string_view text = decode_text(bytes, storage, name);
  return looks_like_ascii(text) ? read_ascii(text, name) : read_binary(bytes, name);
}

}  // namespace graze::detail
