// SPDX-License-Identifier: Apache-2.0
// Which reader: by content where that is unmistakable, else by extension.
#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

#include "graze/io.h"
#include "io/file.h"
#include "io/readers.h"
#include "io/scanner.h"

namespace graze {
namespace {

using namespace std::string_view_literals;

enum class Format { stl, obj, ply, off, gltf, foreign };

std::string lower_extension(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return extension;
}

void refuse_compressed(std::string_view bytes, const std::filesystem::path& file) {
  struct Magic {
    std::string_view bytes, name;
  };
  static constexpr std::array<Magic, 4> kMagics{
      {{"\xFD\x37zXZ\0"sv, "xz"}, {"\x1F\x8B"sv, "gzip"}, {"\x28\xB5\x2F\xFD"sv, "zstd"}, {"BZh"sv, "bzip2"}}};
  for (const Magic& magic : kMagics) {
    if (!bytes.starts_with(magic.bytes)) continue;
    throw Error(ErrorCode::unsupported, "compressed with " + std::string(magic.name) + "; decompress it first", file);
  }
}

Format find_format(std::string_view bytes, const std::filesystem::path& file) {
  const std::string extension = lower_extension(file);
  // The header of a binary STL is free text, even "OFF ...".
  if (extension == ".stl" && detail::is_binary_stl(bytes)) return Format::stl;
  if (bytes.starts_with("glTF\2\0\0\0"sv)) return Format::gltf;
  if (bytes.starts_with("ply\n") || bytes.starts_with("ply\r")) return Format::ply;
  if (detail::has_off_keyword(bytes)) return Format::off;
  if (extension == ".stl") return Format::stl;
  if (extension == ".obj") return Format::obj;
  if (extension == ".ply") return Format::ply;
  if (extension == ".off") return Format::off;
  if (extension == ".gltf" || extension == ".glb") return Format::gltf;
  refuse_compressed(bytes, file);
  if (detail::is_foreign_extension(extension)) return Format::foreign;
  throw Error(ErrorCode::unsupported,
              "unknown format: neither the content nor the extension " + detail::in_quotes(extension) + " is known",
              file);
}

Mesh read(std::string_view bytes, const std::filesystem::path& file) {
  switch (find_format(bytes, file)) {
    case Format::stl:
      return detail::read_stl(bytes, file);
    case Format::obj:
      return detail::read_obj(bytes, file);
    case Format::ply:
      return detail::read_ply(bytes, file);
    case Format::off:
      return detail::read_off(bytes, file);
    case Format::gltf:
      return detail::read_gltf(bytes, file, [&file](const std::filesystem::path& buffer) {
        return detail::read_file(file.parent_path() / buffer);
      });
    case Format::foreign:
      break;
  }
  return detail::read_foreign(file);
}

Mesh read_or_refuse(const std::filesystem::path& file) {
  try {
    const std::string bytes = detail::read_file(file);
    if (bytes.empty()) throw Error(ErrorCode::format, "empty file", file);
    return read(bytes, file);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::limit, "too large for the memory there is", file);
  } catch (const std::length_error&) {
    throw Error(ErrorCode::limit, "too large for the memory there is", file);
  }
}

}  // namespace

Mesh load_mesh(const std::filesystem::path& file) {
  Mesh mesh = read_or_refuse(file);
  if (mesh.triangles.empty()) {
    const std::size_t points = mesh.vertices.size();
    throw Error(ErrorCode::invalid_mesh,
                points == 0 ? std::string("holds no faces")
                            : "holds " + detail::counted(points, "point", "points") + " and no faces",
                file);
  }
  return mesh;
}

}  // namespace graze
