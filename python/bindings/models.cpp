// SPDX-License-Identifier: Apache-2.0
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "arrays.h"
#include "module.h"

namespace graze::python {
namespace {

/// n x 3 numbers that stay where they are, as long as the owner lives. Nobody may write them.
template <class T, class Row>
py::array view_of(const std::vector<Row>& rows, const py::object& owner) {
  static_assert(sizeof(Row) == 3 * sizeof(T));
  py::array_t<T> out({static_cast<py::ssize_t>(rows.size()), py::ssize_t{3}}, reinterpret_cast<const T*>(rows.data()),
                     owner);
  py::detail::array_proxy(out.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return out;
}

Mesh make_mesh(const py::object& vertices, const py::object& triangles) {
  Mesh mesh;
  bool single = false;
  mesh.vertices = to_points(vertices, &single);
  using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;
  constexpr const char* kShape = "triangles are an array of n x 3 indices";
  const py::array given = py::array::ensure(triangles);
  if (!given || (given.size() != 0 && given.dtype().kind() != 'i' && given.dtype().kind() != 'u')) {
    PyErr_Clear();
    throw py::value_error(kShape);
  }
  const Indices indices = Indices::ensure(given);
  if (!indices || (indices.size() != 0 && (indices.ndim() != 2 || indices.shape(1) != 3))) {
    PyErr_Clear();
    throw py::value_error(kShape);
  }
  mesh.triangles.resize(static_cast<std::size_t>(indices.size() / 3));
  const std::int64_t* at = indices.data();
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k, ++at) {
      if (*at < 0 || *at >= static_cast<std::int64_t>(mesh.vertices.size())) {
        throw Error(ErrorCode::invalid_mesh, "triangle " + std::to_string(i) + ": vertex " + std::to_string(*at) +
                                                 " of " + std::to_string(mesh.vertices.size()));
      }
      mesh.triangles[i][k] = static_cast<std::uint32_t>(*at);
    }
  }
  return mesh;
}

constexpr Volume kAutomaticVolume[] = {Volume::automatic};
constexpr Split kAutomaticSplit[] = {Split::automatic};
constexpr SplitPoint kPoints[] = {SplitPoint::automatic, SplitPoint::mean, SplitPoint::median, SplitPoint::best,
                                  SplitPoint::sampled};
constexpr Quality kQualities[] = {Quality::standard, Quality::fast};

template <class T, std::size_t N>
std::vector<T> with(const T (&first)[N], std::span<const T> rest) {
  std::vector<T> all(first, first + N);
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

Model build(Mesh mesh, const std::string& volume, const std::string& split, const std::string& point, int leaf_size,
            int width, int threads, double margin, const std::string& quality) {
  BuildOptions options;
  options.volume = to_enum<Volume>(volume, with(kAutomaticVolume, all_volumes()), "volume");
  options.split = to_enum<Split>(split, with(kAutomaticSplit, all_splits()), "split");
  options.point = to_enum<SplitPoint>(point, kPoints, "point");
  options.quality = to_enum<Quality>(quality, kQualities, "quality");
  options.leaf_size = leaf_size;
  options.width = width;
  options.threads = threads;
  options.margin = margin;
  const py::gil_scoped_release unlocked;
  return Model::build(std::move(mesh), options);
}

py::dict stats_of(const Model& model) {
  const HierarchyStats s = model.stats();
  using namespace py::literals;
  return py::dict("volume"_a = std::string(name(s.volume)), "split"_a = std::string(name(s.split)), "width"_a = s.width,
                  "leaf_size"_a = s.leaf_size, "triangles"_a = s.triangles, "nodes"_a = s.nodes, "leaves"_a = s.leaves,
                  "height"_a = s.height, "bytes_per_triangle"_a = s.bytes_per_triangle);
}

py::dict report_of(const Mesh& mesh) {
  const MeshReport r = [&] {
    const py::gil_scoped_release unlocked;
    return inspect(mesh);
  }();
  using namespace py::literals;
  return py::dict("vertices"_a = r.vertices, "distinct_vertices"_a = r.distinct_vertices,
                  "unused_vertices"_a = r.unused_vertices, "triangles"_a = r.triangles,
                  "degenerate_triangles"_a = r.degenerate_triangles, "duplicate_triangles"_a = r.duplicate_triangles,
                  "open_edges"_a = r.open_edges, "non_manifold_edges"_a = r.non_manifold_edges,
                  "misoriented_edges"_a = r.misoriented_edges, "components"_a = r.components, "closed"_a = r.closed,
                  "manifold"_a = r.manifold, "oriented"_a = r.oriented, "area"_a = r.area, "volume"_a = r.volume,
                  "lower"_a = from_vec3(r.box.lower), "upper"_a = from_vec3(r.box.upper));
}

/// What a pickled model is made of: the mesh and how it was built; the hierarchy is built again, the same.
py::tuple pickled(const py::object& self) {
  const Model& model = self.cast<const Model&>();
  const BuildOptions& o = model.options();
  return py::make_tuple(self.attr("vertices"), self.attr("triangles"), std::string(name(o.volume)),
                        std::string(name(o.split)), std::string(name(o.point)), o.leaf_size, o.width, o.margin,
                        std::string(name(o.quality)));
}

}  // namespace

void add_models(py::module_& m) {
  using namespace py::literals;
  py::class_<Mesh>(m, "Mesh", "A polygon soup: n x 3 vertices (doubles) and m x 3 indices.")
      .def(py::init(&make_mesh), "vertices"_a, "triangles"_a)
      .def_property_readonly(
          "vertices", [](const py::object& self) { return view_of<double>(self.cast<const Mesh&>().vertices, self); },
          "n x 3 doubles; a read-only view")
      .def_property_readonly(
          "triangles",
          [](const py::object& self) { return view_of<std::uint32_t>(self.cast<const Mesh&>().triangles, self); },
          "m x 3 indices; a read-only view")
      .def("inspect", &report_of, "What is in it and what is wrong with it, as a dict")
      .def(
          "save", [](const Mesh& mesh, const std::filesystem::path& file) { save_mesh(file, mesh); }, "file"_a,
          "Writes .ply, .obj, .off or .stl, as the name says")
      .def(py::pickle(
          [](const py::object& self) { return py::make_tuple(self.attr("vertices"), self.attr("triangles")); },
          [](const py::tuple& t) { return make_mesh(t[0], t[1]); }))
      .def("__repr__", [](const Mesh& mesh) {
        return "<graze.Mesh: " + std::to_string(mesh.vertices.size()) + " vertices, " +
               std::to_string(mesh.triangles.size()) + " triangles>";
      });

  py::class_<Model>(m, "Model", R"(A mesh with its hierarchy. Immutable: any number of threads may query it.

Every option but `margin` gives the same answers; they differ in speed and memory.)")
      .def(py::init([](const Mesh& mesh, const std::string& volume, const std::string& split, const std::string& point,
                       int leaf_size, int width, int threads, double margin, const std::string& quality) {
             return build(mesh, volume, split, point, leaf_size, width, threads, margin, quality);
           }),
           "mesh"_a, py::kw_only(), "volume"_a = "automatic", "split"_a = "automatic", "point"_a = "automatic",
           "leaf_size"_a = 0, "width"_a = 0, "threads"_a = 0, "margin"_a = 0.0, "quality"_a = "standard")
      .def_static(
          "open",
          [](const std::filesystem::path& file) {
            const py::gil_scoped_release unlocked;
            return Model::open(file);
          },
          "file"_a, "Reads what `save` wrote; the file is checked, never trusted")
      .def(
          "save",
          [](const Model& model, const std::filesystem::path& file) {
            const py::gil_scoped_release unlocked;
            model.save(file);
          },
          "file"_a)
      .def_property_readonly(
          "vertices",
          [](const py::object& self) { return view_of<double>(self.cast<const Model&>().mesh().vertices, self); },
          "n x 3 doubles; a read-only view")
      .def_property_readonly(
          "triangles",
          [](const py::object& self) {
            return view_of<std::uint32_t>(self.cast<const Model&>().mesh().triangles, self);
          },
          "m x 3 indices; a read-only view")
      .def_property_readonly("stats", &stats_of, "Size and shape of the hierarchy, as a dict")
      .def(py::pickle(&pickled,
                      [](const py::tuple& t) {
                        return build(make_mesh(t[0], t[1]), t[2].cast<std::string>(), t[3].cast<std::string>(),
                                     t[4].cast<std::string>(), t[5].cast<int>(), t[6].cast<int>(), 0,
                                     t[7].cast<double>(), t[8].cast<std::string>());
                      }))
      .def("__repr__", [](const Model& model) {
        return "<graze.Model: " + std::to_string(model.mesh().triangles.size()) + " triangles, " +
               std::string(name(model.stats().volume)) + ">";
      });

  m.def(
      "load_mesh",
      [](const std::filesystem::path& file) {
        const py::gil_scoped_release unlocked;
        return load_mesh(file);
      },
      "file"_a, "Reads STL, OBJ, PLY, OFF, glTF/GLB, and what assimp reads");
  m.def(
      "load_poses",
      [](const std::filesystem::path& file) {
        const std::vector<Pose> poses = load_poses(file);
        py::array_t<double> out({static_cast<py::ssize_t>(poses.size()), py::ssize_t{4}, py::ssize_t{4}});
        double* to = out.mutable_data();
        for (const Pose& pose : poses) {
          std::copy_n(from_pose(pose).data(), 16, to);
          to += 16;
        }
        return out;
      },
      "file"_a, "Poses of a CSV file (7 or 12 numbers a line) as n x 4 x 4");
  m.def(
      "instruction_set", [] { return std::string(instruction_set()); }, "What queries run on, such as 'AVX3_DL'");
}

}  // namespace graze::python
