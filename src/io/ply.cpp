// SPDX-License-Identifier: Apache-2.0
// PLY 1.0: text, binary little and big endian. Vertices (x, y, z of any type), faces and triangle strips are kept;
// all other elements and properties are passed over.
#include <bit>
#include <cmath>
#include <limits>

#include "io/bytes.h"
#include "io/ply_header.h"
#include "io/polygons.h"
#include "io/readers.h"
#include "io/scanner.h"

namespace graze::detail {
namespace {

/// One line an element, as the format's description has it: a missing number is found where it is missing.
class AsciiBody {
 public:
  static constexpr Position::Kind kPosition = Position::Kind::line;

  AsciiBody(std::string_view text, const PlyHeader& header, const std::filesystem::path& name)
      : scanner_(text.substr(header.body), name, {}), first_line_(header.body_line) {}

  /// Each property takes a character and a separator; the last line may lack its end.
  static std::size_t smallest_row(const PlyElement& element) { return 2 * element.properties.size(); }
  static std::size_t smallest_face(const PlyProperty&) { return 8; }
  std::size_t remaining() const { return scanner_.remaining() + 1; }
  std::uint64_t position() const { return first_line_ - 1 + scanner_.line(); }

  void begin_row(const PlyElement& element, std::uint64_t row) {
    if (scanner_.next_line()) return;
    fail("the file ends after " + std::to_string(row) + " of " + std::to_string(element.count) + " elements " +
         in_quotes(element.name));
  }
  void end_row(const PlyElement& element) {
    if (const std::string_view token = scanner_.token(); !token.empty()) {
      fail(in_quotes(token) + " is more than the properties of " + in_quotes(element.name));
    }
  }
  void end_body() {
    if (scanner_.next_line()) fail("more lines than the header's counts");
  }

  double number(PlyType) {
    const std::string_view token = next();
    double value = 0;
    switch (parse_number(token, value)) {
      case NumberStatus::ok:
        break;
      case NumberStatus::bad:
        fail(in_quotes(token) + " is not a number");
      case NumberStatus::not_finite:
        return std::numeric_limits<double>::infinity();
    }
    return value;
  }
  std::int64_t integer(PlyType) {
    const std::string_view token = next();
    std::int64_t value = 0;
    if (!parse_integer(token, value)) fail(in_quotes(token) + " is not an integer");
    return value;
  }
  void skip(PlyType, std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) next();
  }
  bool can_hold(PlyType, std::uint64_t count) const { return count <= remaining() / 2; }

  [[noreturn]] void fail(const std::string& message, ErrorCode code = ErrorCode::format) const {
    throw Error(code, message, scanner_.name(), Position::line(position()));
  }

 private:
  std::string_view next() {
    const std::string_view token = scanner_.token();
    if (token.empty()) fail("the line ends too early");
    return token;
  }

  Scanner scanner_;
  std::uint64_t first_line_;
};

class BinaryBody {
 public:
  static constexpr Position::Kind kPosition = Position::Kind::byte;

  BinaryBody(std::string_view bytes, const PlyHeader& header, const std::filesystem::path& name)
      : bytes_(bytes),
        at_(header.body),
        order_(header.format == PlyFormat::big_endian ? std::endian::big : std::endian::little),
        name_(name) {}

  static std::size_t smallest_row(const PlyElement& element) {
    std::size_t size = 0;
    for (const PlyProperty& p : element.properties) size += size_of(p.list ? p.count_type : p.type);
    return size;
  }
  static std::size_t smallest_face(const PlyProperty& p) { return size_of(p.count_type) + 3 * size_of(p.type); }
  std::size_t remaining() const { return bytes_.size() - at_; }
  std::uint64_t position() const { return at_; }

  void begin_row(const PlyElement&, std::uint64_t) {}
  void end_row(const PlyElement&) {}
  void end_body() {}  // writers pad and append; bytes beyond the last element mean nothing

  double number(PlyType type) {
    if (type == PlyType::float32) return take<float>();
    if (type == PlyType::float64) return take<double>();
    return static_cast<double>(integer(type));
  }
  std::int64_t integer(PlyType type) {
    switch (type) {
      case PlyType::int8:
        return take<std::int8_t>();
      case PlyType::uint8:
        return take<std::uint8_t>();
      case PlyType::int16:
        return take<std::int16_t>();
      case PlyType::uint16:
        return take<std::uint16_t>();
      case PlyType::int32:
        return take<std::int32_t>();
      default:
        return take<std::uint32_t>();  // the header's check leaves no other integer type
    }
  }
  void skip(PlyType type, std::uint64_t count) {
    if (!can_hold(type, count)) fail("the file ends inside an element");
    at_ += size_of(type) * count;
  }
  bool can_hold(PlyType type, std::uint64_t count) const { return count <= remaining() / size_of(type); }

  [[noreturn]] void fail(const std::string& message, ErrorCode code = ErrorCode::format) const {
    throw Error(code, message, name_, Position::byte(at_));
  }

 private:
  template <class T>
  T take() {
    if (remaining() < sizeof(T)) fail("the file ends inside an element");
    const T value = load<T>(bytes_, at_, order_);
    at_ += sizeof(T);
    return value;
  }

  std::string_view bytes_;
  std::size_t at_;
  std::endian order_;
  const std::filesystem::path& name_;
};

template <class Body>
class PlyReader {
 public:
  PlyReader(Body body, const PlyHeader& header, const std::filesystem::path& name)
      : body_(std::move(body)), header_(header), name_(name), faces_(0, Body::kPosition) {}

  Mesh read() {
    for (const PlyElement& element : header_.elements) {
      // Rows without properties occupy no bytes: whatever their count, there is nothing to read.
      if (!element.properties.empty()) read_element(element);
    }
    body_.end_body();
    faces_.triangulate_into(mesh_, name_);
    return std::move(mesh_);
  }

 private:
  void read_element(const PlyElement& element) {
    if (element.count > body_.remaining() / Body::smallest_row(element)) {
      throw Error(ErrorCode::format,
                  "the header claims " + std::to_string(element.count) + " elements " + in_quotes(element.name) +
                      ", but only " + counted(body_.remaining(), "byte is", "bytes are") + " left for them",
                  name_, Position::line(element.line));
    }
    for (const PlyProperty& p : element.properties) {
      if (p.role != PlyRole::corners) continue;
      const std::size_t faces = std::min<std::size_t>(element.count, body_.remaining() / Body::smallest_face(p));
      faces_.reserve(faces, 3 * faces);
    }
    const bool is_vertex = element.name == "vertex";
    if (is_vertex) mesh_.vertices.reserve(element.count);
    for (std::uint64_t row = 0; row < element.count; ++row) {
      body_.begin_row(element, row);
      Vec3 point;
      for (const PlyProperty& property : element.properties) read_property(property, point);
      body_.end_row(element);
      if (is_vertex) mesh_.vertices.push_back(point);
    }
  }

  void read_property(const PlyProperty& property, Vec3& point) {
    switch (property.role) {
      case PlyRole::x:
        point.x = coordinate(property);
        break;
      case PlyRole::y:
        point.y = coordinate(property);
        break;
      case PlyRole::z:
        point.z = coordinate(property);
        break;
      case PlyRole::corners:
        read_face(property);
        break;
      case PlyRole::strips:
        read_strip(property);
        break;
      case PlyRole::none:
        body_.skip(property.type, property.list ? list_count(property) : 1);
        break;
    }
  }

  double coordinate(const PlyProperty& property) {
    const std::uint64_t position = body_.position();
    const double value = body_.number(property.type);
    if (!std::isfinite(value)) {
      throw Error(ErrorCode::invalid_mesh,
                  property.name + " of vertex " + std::to_string(mesh_.vertices.size()) + " is not finite", name_,
                  {Body::kPosition, position});
    }
    return value;
  }

  std::uint64_t list_count(const PlyProperty& property) {
    const std::int64_t count = body_.integer(property.count_type);
    if (count < 0) body_.fail("a list of " + std::to_string(count) + " entries");
    if (!body_.can_hold(property.type, static_cast<std::uint64_t>(count))) {
      body_.fail("a list claims " + counted(count, "entry", "entries") + ", but only " +
                 counted(body_.remaining(), "byte follows", "bytes follow"));
    }
    return static_cast<std::uint64_t>(count);
  }

  std::uint32_t vertex_index(std::int64_t index) {
    if (index < 0 || index >= std::numeric_limits<std::uint32_t>::max()) {
      body_.fail("face uses vertex " + std::to_string(index) + ", which does not exist", ErrorCode::invalid_mesh);
    }
    return static_cast<std::uint32_t>(index);
  }

  void read_face(const PlyProperty& property) {
    const std::uint64_t position = body_.position();
    const std::uint64_t corners = list_count(property);
    if (corners < 3) body_.fail("face with " + counted(corners, "corner", "corners") + "; at least 3 are needed");
    for (std::uint64_t i = 0; i < corners; ++i) faces_.add_corner(vertex_index(body_.integer(property.type)));
    faces_.end_face(position);
  }

  /// -1 starts the strip anew. Triangles that repeat an index only turn the strip around and are left out.
  void read_strip(const PlyProperty& property) {
    const std::uint64_t position = body_.position();
    const std::uint64_t count = list_count(property);
    std::uint32_t a = 0, b = 0;
    std::uint64_t length = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::int64_t index = body_.integer(property.type);
      if (index == -1) {
        length = 0;
        continue;
      }
      const std::uint32_t c = vertex_index(index);
      if (++length >= 3 && a != b && b != c && c != a) {
        const bool swapped = length % 2 == 0;
        faces_.add_corner(swapped ? b : a);
        faces_.add_corner(swapped ? a : b);
        faces_.add_corner(c);
        faces_.end_face(position);
      }
      a = b;
      b = c;
    }
  }

  Body body_;
  const PlyHeader& header_;
  const std::filesystem::path& name_;
  Mesh mesh_;
  PolygonList faces_;
};

}  // namespace

Mesh read_ply(std::string_view bytes, const std::filesystem::path& name) {
  std::string storage;
  const std::string_view text = decode_text(bytes, storage, name);
  const PlyHeader header = read_ply_header(text, name);
  if (header.format == PlyFormat::ascii) return PlyReader(AsciiBody(text, header, name), header, name).read();
  return PlyReader(BinaryBody(text, header, name), header, name).read();
}

}  // namespace graze::detail
