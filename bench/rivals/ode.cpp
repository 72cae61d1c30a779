// SPDX-License-Identifier: Apache-2.0
// ODE 0.16 trimesh against trimesh (OPCODE inside): contact points rather than pairs, at most 65,535 of them, without
// contact refinement and without its cache between steps, which would answer for the pose before.
#include <ode/ode.h>

#include <algorithm>
#include <cstdarg>

#include "registry.h"

namespace graze::bench {
namespace {

static_assert(sizeof(dTriIndex) == sizeof(std::uint32_t));

constexpr int kMostContacts = 0xFFFF;  // the 16 bits that dCollide reads
constexpr auto kPlainContacts = static_cast<int>(CONTACTS_UNIMPORTANT);

/// Without a handler of its own ODE prints a line for every bucket of contacts that overflows, thousands a query.
void ignore_message(int, const char*, va_list) {}

class OdeModel {
 public:
  explicit OdeModel(const Mesh& mesh) : triangles_(mesh.triangles), data_(dGeomTriMeshDataCreate()) {
    for (const Vec3& v : mesh.vertices) {
      for (const double c : {v.x, v.y, v.z}) vertices_.push_back(static_cast<float>(c));
    }
    dGeomTriMeshDataBuildSingle(data_, vertices_.data(), 3 * sizeof(float), static_cast<int>(mesh.vertices.size()),
                                triangles_.data(), static_cast<int>(3 * triangles_.size()), sizeof(Triangle));
    geom_ = dCreateTriMesh(nullptr, data_, nullptr, nullptr, nullptr);
    dGeomTriMeshEnableTC(geom_, dTriMeshClass, 0);
  }
  ~OdeModel() {
    dGeomDestroy(geom_);
    dGeomTriMeshDataDestroy(data_);
  }
  OdeModel(const OdeModel&) = delete;
  OdeModel& operator=(const OdeModel&) = delete;

  dGeomID geom() const { return geom_; }

 private:
  std::vector<float> vertices_;  // ODE keeps pointers into both; double, which it takes too, is 4 % slower
  const std::vector<Triangle> triangles_;
  dTriMeshDataID data_;
  dGeomID geom_ = nullptr;
};

struct OdePose {
  dMatrix3 r = {};
  Vec3 t;
};

class Ode final : public Rival {
 public:
  Ode() : contacts_(kMostContacts) {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    dSetMessageHandler(ignore_message);
  }
  ~Ode() override {
    a_.reset();
    b_.reset();
    dCloseODE();
  }
  Ode(const Ode&) = delete;
  Ode& operator=(const Ode&) = delete;

  std::string name() const override { return "ode"; }

  void build(const Mesh& a, const Mesh& b) override {
    a_ = std::make_unique<OdeModel>(a);
    b_ = std::make_unique<OdeModel>(b);
  }

  void set_poses(const std::vector<Pose>& poses) override {
    poses_.clear();
    for (const Pose& pose : poses) {
      OdePose& p = poses_.emplace_back();
      for (int i = 0; i < 3; ++i) std::copy_n(pose.r + 3 * i, 3, p.r + 4 * i);  // rows of four
      p.t = pose.t;
    }
  }

  bool intersects(std::size_t pose) override { return collide(pose, 1) > 0; }
  std::size_t find_all(std::size_t pose) override { return collide(pose, kMostContacts); }

  /// Contact points do not say whose they are: dContactGeom's side1 and side2 stay -1 here.
  TrianglePairs pairs() const override { return {}; }

  /// What this adapter can see of it, OPCODE's plain no-leaf nodes of 40 bytes a triangle and the mesh.
  double bytes_per_triangle() const override { return 40 + 12 + 12; }

  /// Its colliders keep their state in the thread only where it was configured so.
  Description description() const override {
    Description result;
    result.version = "0.16";
    result.settings = "trimesh against trimesh (OPCODE, float), contact points, no refinement, no temporal coherence";
    result.arithmetic = Arithmetic::in_float;
    result.threads = dCheckConfiguration("ODE_EXT_mt_collisions") != 0;
    return result;
  }

  Abilities abilities() const override { return {.exact_pairs = false, .exact_any = true, .early_exit = false}; }

 private:
  std::size_t collide(std::size_t pose, int most) {
    const OdePose& p = poses_[pose];
    dGeomSetRotation(b_->geom(), p.r);
    dGeomSetPosition(b_->geom(), p.t.x, p.t.y, p.t.z);
    found_ = static_cast<std::size_t>(
        dCollide(a_->geom(), b_->geom(), most | kPlainContacts, contacts_.data(), sizeof(dContactGeom)));
    return found_;
  }

  std::unique_ptr<OdeModel> a_, b_;
  std::vector<OdePose> poses_;
  std::vector<dContactGeom> contacts_;
  std::size_t found_ = 0;
};

}  // namespace

void add_ode(std::vector<RivalEntry>& entries) {
  entries.push_back({"ode", [] { return std::make_unique<Ode>(); }});
}

}  // namespace graze::bench
