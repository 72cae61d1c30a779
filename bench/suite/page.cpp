// SPDX-License-Identifier: Apache-2.0
#include "page.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <set>
#include <stdexcept>
#include <vector>

#include "embed/embed.h"
#include "graze/error.h"

namespace graze::suite {
namespace {

constexpr std::uint16_t kLast = 65535;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

std::string triple(const Vec3& v) { return "[" + number(v.x) + "," + number(v.y) + "," + number(v.z) + "]"; }

/// The same JSON without spaces between its tokens: two thirds of the text that people read.
std::string compact(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  bool quoted = false, escaped = false;
  for (const char c : json) {
    if (!quoted && (c == ' ' || c == '\n' || c == '\r' || c == '\t')) continue;
    if (c == '"' && !escaped) quoted = !quoted;
    escaped = quoted && c == '\\' && !escaped;
    result += c;
  }
  return result;
}

/// 16 bits a coordinate between the ends of the box: an error of at most 1/131070 of its side.
std::vector<std::uint16_t> quantised(const Mesh& mesh, const Box& box) {
  const auto place = [](double value, double low, double high) {
    const double share = high > low ? (value - low) / (high - low) : 0;
    return static_cast<std::uint16_t>(std::lround(std::clamp(share, 0.0, 1.0) * kLast));
  };
  std::vector<std::uint16_t> result;
  result.reserve(3 * mesh.vertices.size());
  for (const Vec3& v : mesh.vertices) {
    result.push_back(place(v.x, box.lower.x, box.upper.x));
    result.push_back(place(v.y, box.lower.y, box.upper.y));
    result.push_back(place(v.z, box.lower.z, box.upper.z));
  }
  return result;
}

/// Only the vertices that triangles use, in the order of their use.
Mesh without_loose_vertices(const Mesh& mesh) {
  Mesh result;
  std::vector<std::uint32_t> moved(mesh.vertices.size(), UINT32_MAX);
  result.triangles.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    Triangle n = {};
    for (std::size_t k = 0; k < 3; ++k) {
      std::uint32_t& to = moved[t[k]];
      if (to == UINT32_MAX) {
        to = static_cast<std::uint32_t>(result.vertices.size());
        result.vertices.push_back(mesh.vertices[t[k]]);
      }
      n[k] = to;
    }
    result.triangles.push_back(n);
  }
  return result;
}

std::string mesh_json(const Mesh& whole) {
  // At most 3 * kPageTriangles vertices: an index fits 16 bits.
  static_assert(3 * kPageTriangles <= kLast);
  const Mesh drawn = without_loose_vertices(web::coarsened(whole, kPageTriangles));
  const Box box = web::box_of(drawn);
  std::vector<std::uint16_t> indices;
  indices.reserve(3 * drawn.triangles.size());
  for (const Triangle& t : drawn.triangles) {
    for (const std::uint32_t i : t) indices.push_back(static_cast<std::uint16_t>(i));
  }
  return "{\"triangles\":" + std::to_string(whole.triangles.size()) +
         ",\"drawn\":" + std::to_string(drawn.triangles.size()) + ",\"lower\":" + triple(box.lower) +
         ",\"upper\":" + triple(box.upper) + ",\"positions\":\"" + web::encoded(quantised(drawn, box)) +
         "\",\"indices\":\"" + web::encoded(indices) + "\"}";
}

}  // namespace

bool has_page() { return !page_template().empty(); }

std::string page_html(std::string_view results, std::span<const PageMesh> meshes) {
  if (!has_page()) {
    throw Error(ErrorCode::unsupported,
                "built without the page of graze bench, for npm's registry was not reached; build graze again");
  }
  std::string data = "{\"results\":" + compact(results) + ",\"meshes\":{";
  std::set<std::string> there;
  for (const PageMesh& m : meshes) {
    const auto is_digit = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
    if (!std::all_of(m.hash.begin(), m.hash.end(), is_digit)) throw std::invalid_argument("hash of a page's mesh");
    if (!there.insert(m.hash).second) continue;
    data += (there.size() > 1 ? ",\"" : "\"") + m.hash + "\":" + mesh_json(*m.mesh);
  }
  return web::filled(page_template(), data + "}}");
}

}  // namespace graze::suite
