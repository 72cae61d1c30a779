// SPDX-License-Identifier: Apache-2.0
// What graze makes of every file of tests/data/malformed: read with the meaning docs/formats.md gives it, or refused
// with one line.
#include <set>

#include "io/check.h"

namespace graze {
namespace {

struct Case {
  const char* file;
  std::size_t vertices, triangles;  // when it is read
  const char* error;                // what follows the file's name, when it is refused
};

constexpr Case read(const char* file, std::size_t vertices, std::size_t triangles) {
  return {file, vertices, triangles, nullptr};
}
constexpr Case refused(const char* file, const char* error) { return {file, 0, 0, error}; }

constexpr Case kCases[] = {
    refused("assimp_BoxWithInfinites.glb", ": accessors[2]: x of vertex 0 is not finite"),
    refused("assimp_OutOfMemory.off", ":2: the header claims 353535235358 vertices, but only 291 bytes follow"),
    refused("assimp_RecursiveNodes.gltf", ": nodes[0] is reached twice (a cycle, or two parents)"),
    read("assimp_box_UTF16BE.obj", 8, 12),
    read("assimp_box_without_lineending.obj", 8, 12),
    read("assimp_concave_polygon.obj", 64, 64),
    refused("assimp_crash_30d6d0f7.ply",
            ":7: unknown property type '?"
            "?"
            "?'"),
    read("assimp_cube_binary_header_with_RN_newline.ply", 8, 12),
    refused("assimp_empty.obj", ": empty file"),
    refused("assimp_empty.off", ": empty file"),
    refused("assimp_empty.ply", ": empty file"),
    refused("assimp_gltf_IndexOutOfRange/IndexOutOfRange.gltf",
            ": meshes[0].primitives[0]: index 0 is 255, but there are only 24 vertices"),
    refused("assimp_invalid.off", ":6: face with 0 corners; at least 3 are needed"),
    refused("assimp_malformed.obj", ":28: face uses vertex 0, but OBJ counts from 1"),
    refused("assimp_number_formats.obj", ":11: z of vertex 8 is '3.1+e2', not a number"),
    refused("assimp_points.ply", ": holds 4 points and no faces"),
    read("assimp_triangle_with_empty_solid.stl", 3, 1),
    read("assimp_triangle_with_two_solids.stl", 6, 2),
    read("cgal_all_degen.off", 7, 7),
    read("cgal_caps_and_needles.off", 9, 3),
    read("cgal_deg_on_border.off", 5, 3),
    read("cgal_degtri_2dt_1edge_split_twice.off", 6, 6),
    read("cgal_degtri_four.off", 5, 4),
    read("cgal_degtri_nullface.off", 6, 7),
    read("cgal_degtri_single.off", 3, 1),
    read("cgal_fused_vertices.off", 40, 45),
    read("cgal_non_manifold_face_graph.off", 24, 21),
    read("cgal_small_ccs.off", 141, 228),
    read("cgal_spheres_intersecting.off", 324, 640),
    read("cgal_trihole.off", 7, 7),
    read("draco_deg_faces.obj", 6, 4),
    read("draco_degenerate_mesh.obj", 3, 1),
    refused("draco_float_inf_point_cloud.ply", ":8: z of vertex 0 is not finite"),
    refused("draco_inf_nan.obj", ":1: x of vertex 1 is 'inf', not a finite number"),
    read("draco_multiple_isolated_triangles.obj", 15, 5),
    read("draco_non_manifold_wrap.obj", 10, 12),
    read("manifold_Havocglass8_left.obj", 84, 164),
    read("manifold_Havocglass8_right.obj", 8, 12),
    read("manifold_openscad-nonmanifold-crash.obj", 717, 1442),
    refused("tinyobj_invalid-face-definition.obj", ":15: face with 1 corner; at least 3 are needed"),
    refused("tinyobj_invalid-relative-vertex-index.obj", ":1: face uses vertex -4, but only 0 come before"),
    refused("tinyobj_issue-140-zero-face-idx.obj", ":16: face uses vertex 0, but OBJ counts from 1"),
    read("tinyobj_issue-295-trianguation-failure.obj", 16, 28),
    refused("tinyobj_line-prim.obj", ": holds 8 points and no faces"),
    refused("tinyobj_test-nan.obj", ":12: x of vertex 1 is 'nan', not a finite number"),
    read("trimesh_comments.off", 8, 12),
    refused("trimesh_empty.stl", ": holds no faces"),
    read("trimesh_joined_tetrahedra.obj", 5, 8),
    read("trimesh_negative_indices.obj", 8, 12),
    refused("trimesh_notenoughindices.obj", ":9: face with 2 corners; at least 3 are needed"),
    refused("trimesh_obj_wireframe.obj", ": holds 8 points and no faces"),
    refused("trimesh_ply_empty_header.ply", ": the header has no element 'vertex'"),
    read("trimesh_soup.stl", 300, 100),
    refused("trimesh_stl_empty_bin.stl", ": holds no faces"),
};

std::filesystem::path folder() { return std::filesystem::path(GRAZE_SOURCE_DIR) / "tests" / "data" / "malformed"; }

void expect_case(const Case& expected, const std::filesystem::path& file) {
  std::size_t vertices = 0, triangles = 0;
  const std::string error = test::error_of([&] {
    const Mesh mesh = load_mesh(file);
    vertices = mesh.vertices.size();
    triangles = mesh.triangles.size();
    validate(mesh);
  });
  EXPECT_EQ(error, expected.error == nullptr ? std::string() : file.string() + expected.error);
  EXPECT_EQ(vertices, expected.vertices) << expected.file;
  EXPECT_EQ(triangles, expected.triangles) << expected.file;
}

TEST(Malformed, EveryFileIsReadOrRefusedAsDocumented) {
  for (const Case& expected : kCases) expect_case(expected, folder() / expected.file);
}

TEST(Malformed, TheSharedFolderHoldsNothingElse) {
  const auto data = test::shared_data();
  if (!data) GTEST_SKIP() << "no shared data here";
  for (const Case& expected : kCases) expect_case(expected, *data / "malformed" / expected.file);
  std::set<std::filesystem::path> known;
  for (const Case& expected : kCases) known.insert(expected.file);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*data / "malformed")) {
    const auto name = std::filesystem::relative(entry.path(), *data / "malformed");
    const bool counts = entry.is_regular_file() && name.extension() != ".bin";
    EXPECT_TRUE(!counts || known.contains(name)) << name;
  }
}

/// 64 corners in the plane x = -1.146 in two polygons that share two corners: a ring cut in two. The triangles must
/// tile the ring: all turned the same way, with the ring's area.
TEST(Malformed, ConcavePolygonIsTiled) {
  const Mesh mesh = load_mesh(folder() / "assimp_concave_polygon.obj");
  double sum = 0;
  int left = 0, right = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const double area = ((b.y - a.y) * (c.z - a.z) - (b.z - a.z) * (c.y - a.y)) / 2;
    sum += area;
    ++(area > 0 ? left : right);
  }
  EXPECT_TRUE(left == 0 || right == 0) << left << " " << right;
  // outer radius 0.7425, inner 0.6875, both regular 32-gons: area = 16 sin(2 pi / 32) (R^2 - r^2)
  EXPECT_NEAR(std::abs(sum), 16 * 0.19509032201612825 * (0.7425 * 0.7425 - 0.6875 * 0.6875), 2e-3);
}

}  // namespace
}  // namespace graze
