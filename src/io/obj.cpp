// SPDX-License-Identifier: Apache-2.0
// Wavefront OBJ: vertices and faces. Everything else (lines, points, curves, groups, materials) is passed over.
#include <limits>

#include "io/polygons.h"
#include "io/readers.h"
#include "io/scanner.h"

namespace graze::detail {
namespace {

/// The vertex of a corner such as 7, 7/1, 7//3 or -1/2/3, counted from 0. Texture and normal are checked for
/// spelling only. A vertex may be defined later in the file; PolygonList checks the upper bound at the end.
std::uint32_t parse_corner(std::string_view corner, std::size_t vertices, const Scanner& scanner) {
  const std::size_t slash = corner.find('/');
  std::int64_t index = 0;
  const bool plain = parse_integer(corner.substr(0, slash), index);
  if (!plain || (slash != std::string_view::npos && corner.find_first_not_of("/-+0123456789", slash) != corner.npos)) {
    scanner.fail("face corner " + in_quotes(corner) + " is not an index");
  }
  if (index == 0) scanner.fail("face uses vertex 0, but OBJ counts from 1", ErrorCode::invalid_mesh);
  const auto count = static_cast<std::int64_t>(vertices);
  if (index < -count) {
    scanner.fail("face uses vertex " + std::to_string(index) + ", but only " + std::to_string(count) + " come before",
                 ErrorCode::invalid_mesh);
  }
  const std::int64_t absolute = index < 0 ? count + index : index - 1;
  if (absolute >= std::numeric_limits<std::uint32_t>::max()) {
    scanner.fail("face uses vertex " + std::to_string(index) + ", beyond the limit of 4294967295", ErrorCode::limit);
  }
  return static_cast<std::uint32_t>(absolute);
}

void read_face(Scanner& scanner, std::size_t vertices, PolygonList& faces) {
  const std::uint64_t line = scanner.line();
  for (std::string_view corner = scanner.token(); !corner.empty(); corner = scanner.token()) {
    faces.add_corner(parse_corner(corner, vertices, scanner));
  }
  if (const std::size_t corners = faces.open_corners(); corners < 3) {
    scanner.fail("face with " + counted(corners, "corner", "corners") + "; at least 3 are needed");
  }
  faces.end_face(line);
}

}  // namespace

Mesh read_obj(std::string_view bytes, const std::filesystem::path& name) {
  std::string storage;
  Scanner scanner(decode_text(bytes, storage, name), name, {.comments = true, .continuations = true});
  Mesh mesh;
  PolygonList faces(1, Position::Kind::line);
  while (scanner.next_line()) {
    const std::string_view keyword = scanner.token();
    if (keyword == "v") {
      mesh.vertices.push_back(scanner.point(mesh.vertices.size() + 1));  // a weight or a colour may follow
    } else if (keyword == "f" || keyword == "fo") {
      read_face(scanner, mesh.vertices.size(), faces);
    }
  }
  faces.triangulate_into(mesh, name);
  return mesh;
}

}  // namespace graze::detail
