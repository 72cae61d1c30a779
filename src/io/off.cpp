// SPDX-License-Identifier: Apache-2.0
// Geomview OFF and its relatives with normals, colours and texture coordinates, as text. A vertex or face is a line:
// the position comes first, and what follows it there is passed over.
#include <algorithm>
#include <limits>

#include "io/polygons.h"
#include "io/readers.h"
#include "io/scanner.h"

namespace graze::detail {
namespace {

/// The length of [ST][C][N][4][n]OFF in front of the token, or 0. Only a number may follow it: thousands of files of
/// the ModelNet collection begin like "OFF490 518 0".
std::size_t keyword_length(std::string_view token) {
  std::string_view rest = token;
  for (std::string_view part : {"ST", "C", "N", "4", "n"}) {
    if (rest.starts_with(part)) rest.remove_prefix(part.size());
  }
  if (!rest.starts_with("OFF")) return 0;
  rest.remove_prefix(3);
  return rest.find_first_not_of("0123456789") == std::string_view::npos ? token.size() - rest.size() : 0;
}

std::uint64_t parse_count(std::string_view token, std::string_view what, const Scanner& scanner) {
  std::int64_t count = 0;
  if (token.empty()) scanner.fail("the number of " + std::string(what) + " is missing");
  if (!parse_integer(token, count) || count < 0) {
    scanner.fail("the number of " + std::string(what) + " is " + in_quotes(token) + ", not a count");
  }
  return static_cast<std::uint64_t>(count);
}

/// A count is refused at once when the bytes left cannot hold it: `smallest` is the shortest line of its kind.
void check_count(std::uint64_t count, std::string_view what, std::size_t smallest, const Scanner& scanner) {
  if (count <= scanner.remaining() / smallest + 1) return;
  scanner.fail("the header claims " + std::to_string(count) + " " + std::string(what) + ", but only " +
               counted(scanner.remaining(), "byte follows", "bytes follow"));
}

void next_line_of(Scanner& scanner, std::uint64_t number, std::uint64_t count, std::string_view what) {
  if (scanner.next_line()) return;
  scanner.fail("the file ends after " + std::to_string(number) + " of " + std::to_string(count) + " " +
               std::string(what));
}

void read_face(Scanner& scanner, PolygonList& faces) {
  const std::uint64_t corners = parse_count(scanner.token(), "corners", scanner);
  if (corners < 3) scanner.fail("face with " + counted(corners, "corner", "corners") + "; at least 3 are needed");
  for (std::uint64_t i = 0; i < corners; ++i) {
    const std::string_view token = scanner.token();
    std::int64_t index = 0;
    if (token.empty()) {
      scanner.fail("the line ends after " + std::to_string(i) + " of " + std::to_string(corners) + " corners");
    }
    if (!parse_integer(token, index)) scanner.fail("face corner " + in_quotes(token) + " is not an index");
    if (index < 0 || index >= std::numeric_limits<std::uint32_t>::max()) {
      scanner.fail("face uses vertex " + std::to_string(index) + ", which does not exist", ErrorCode::invalid_mesh);
    }
    faces.add_corner(static_cast<std::uint32_t>(index));
  }
  faces.end_face(scanner.line());
}

}  // namespace

bool has_off_keyword(std::string_view bytes) {
  const std::size_t end = bytes.find_first_of(" \t\r\n#");
  return end != std::string_view::npos && keyword_length(bytes.substr(0, end)) > 0;
}

Mesh read_off(std::string_view bytes, const std::filesystem::path& name) {
  std::string storage;
  Scanner scanner(decode_text(bytes, storage, name), name, {.comments = true});
  if (!scanner.next_line()) throw Error(ErrorCode::format, "no OFF header: nothing but blanks and comments", name);
  std::string_view token = scanner.token();
  if (const std::size_t length = keyword_length(token); length > 0) {
    const std::string_view keyword = token.substr(0, length);
    if (keyword.find_first_of("4n") != std::string_view::npos) {
      scanner.fail(in_quotes(keyword) + " has points of other than 3 coordinates", ErrorCode::unsupported);
    }
    token = token.size() > length ? token.substr(length) : scanner.token();
    if (token == "BINARY") scanner.fail("binary OFF is not supported; save it as text", ErrorCode::unsupported);
    if (token.empty()) {
      if (!scanner.next_line()) scanner.fail("the file ends before the counts");
      token = scanner.token();
    }
  } else if (!token.empty() && (token[0] < '0' || token[0] > '9')) {
    scanner.fail("expected 'OFF', found " + in_quotes(token));
  }
  const std::uint64_t vertices = parse_count(token, "vertices", scanner);
  const std::uint64_t face_count = parse_count(scanner.token(), "faces", scanner);
  // "0 0 0" and "3 0 0 0", each with a line end, which the last line may lack.
  check_count(vertices, "vertices", 6, scanner);
  check_count(face_count, "faces", 8, scanner);

  Mesh mesh;
  mesh.vertices.reserve(vertices);
  for (std::uint64_t i = 0; i < vertices; ++i) {
    next_line_of(scanner, i, vertices, "vertices");
    mesh.vertices.push_back(scanner.point(i));
  }
  PolygonList faces(0, Position::Kind::line);
  faces.reserve(face_count, 3 * face_count);
  for (std::uint64_t i = 0; i < face_count; ++i) {
    next_line_of(scanner, i, face_count, "faces");
    read_face(scanner, faces);
  }
  if (scanner.next_line()) scanner.fail("more lines than the header's counts");
  faces.triangulate_into(mesh, name);
  return mesh;
}

}  // namespace graze::detail
