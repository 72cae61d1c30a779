// SPDX-License-Identifier: Apache-2.0
// graze_pace SCENE: times the library it is linked to on one exported scene (bench/scene_file.h), through the public
// API only. Says "ready HASH_BOOL HASH_ALL", then obeys lines on its input:
//   bool N, all N   passes over the poses until N microseconds are over, two at least; answers "done"
//   report          answers "MEAN_BOOL MEAN_ALL" in microseconds: of each pose the least since the start
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "clock.h"
#include "graze/query.h"

namespace {

using namespace graze;

template <typename T>
T get(std::istream& in) {
  T value;
  in.read(reinterpret_cast<char*>(&value), sizeof value);
  if (!in) throw std::runtime_error("the scene ends too early");
  return value;
}

Vec3 get_vec3(std::istream& in) {
  const auto x = get<double>(in), y = get<double>(in), z = get<double>(in);
  return {x, y, z};
}

Mesh get_mesh(std::istream& in) {
  const auto vertices = get<std::uint64_t>(in), triangles = get<std::uint64_t>(in);
  Mesh mesh;
  for (std::uint64_t i = 0; i < vertices; ++i) mesh.vertices.push_back(get_vec3(in));
  for (std::uint64_t i = 0; i < triangles; ++i) {
    Triangle t;
    for (std::uint32_t& v : t) v = get<std::uint32_t>(in);
    mesh.triangles.push_back(t);
  }
  return mesh;
}

std::vector<Pose> get_poses(std::istream& in) {
  std::vector<Pose> poses(get<std::uint64_t>(in));
  for (Pose& pose : poses) {
    for (double& r : pose.r) r = get<double>(in);
    pose.t = get_vec3(in);
  }
  return poses;
}

Model build(Mesh mesh) {
  BuildOptions options;
  options.threads = 1;
  return Model::build(std::move(mesh), options);
}

class Pace {
 public:
  explicit Pace(std::istream& in) : a_(build(get_mesh(in))), b_(build(get_mesh(in))), poses_(get_poses(in)) {
    any_.assign(poses_.size(), std::numeric_limits<double>::infinity());
    all_ = any_;
  }

  void say_ready() {
    std::uint64_t any = 0xCBF29CE484222325u, all = any;
    const auto mix = [](std::uint64_t& hash, std::uint64_t word) { hash = (hash ^ word) * 0x100000001B3u; };
    for (const Pose& pose : poses_) {
      mix(any, ask_any(pose) ? 1 : 0);
      ask_all(pose);
      mix(all, out_.pairs.size());
      for (const Contact& c : out_.pairs) mix(all, (static_cast<std::uint64_t>(c.triangle_a) << 32) | c.triangle_b);
    }
    std::cout << "ready " << any << ' ' << all << std::endl;
  }

  void run_any(double us) {
    run(us, any_, [this](const Pose& pose) { ask_any(pose); });
  }
  void run_all(double us) {
    run(us, all_, [this](const Pose& pose) { ask_all(pose); });
  }
  void report() const { std::cout << mean(any_) << ' ' << mean(all_) << std::endl; }

 private:
  bool ask_any(const Pose& pose) { return intersects(a_, b_, pose, {}, &workspace_); }
  void ask_all(const Pose& pose) { contacts(a_, b_, pose, out_, {}, &workspace_); }

  template <typename Query>
  void run(double us, std::vector<double>& least, const Query& query) {
    const double start = bench::wall_us();
    for (int pass = 0; pass < 2 || bench::wall_us() - start < us; ++pass) {
      for (std::size_t i = 0; i < poses_.size(); ++i) {
        least[i] = std::min(least[i], bench::short_us([&] { query(poses_[i]); }));
      }
    }
    std::cout << "done" << std::endl;
  }

  static double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
  }

  Model a_, b_;
  std::vector<Pose> poses_;
  std::vector<double> any_, all_;
  Workspace workspace_;
  Contacts out_;
};

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) throw std::runtime_error("needs the file of a scene");
  std::ifstream in(argv[1], std::ios::binary);
  char magic[8];
  in.read(magic, sizeof magic);
  if (!in || std::memcmp(magic, "grazescn", sizeof magic) != 0) throw std::runtime_error("not an exported scene");
  Pace pace(in);
  std::cout.precision(9);
  pace.say_ready();
  for (std::string word; std::cin >> word;) {
    double us = 0;
    if (word == "report") {
      pace.report();
    } else if (std::cin >> us && word == "bool") {
      pace.run_any(us);
    } else {
      pace.run_all(us);
    }
  }
} catch (const std::exception& error) {
  std::cerr << "graze_pace: " << error.what() << '\n';
  return 3;
}
