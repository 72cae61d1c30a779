// SPDX-License-Identifier: Apache-2.0
// Bullet 3.24 GImpact in float: pairs of boxes from its quantized trees, then its own triangle clip test, margin 0.
// A collision world around it would add manifolds and contact reduction, so the two steps are called directly, as
// btGImpactCollisionAlgorithm calls them. The trees have no early exit; the loop over triangle pairs has one here.
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <algorithm>

#include "listing.h"
#include "registry.h"

namespace graze::bench {
namespace {

struct BulletModel {
  std::vector<float> vertices;
  std::vector<int> indices;
  std::unique_ptr<btTriangleIndexVertexArray> mesh;
  std::unique_ptr<btGImpactMeshShapePart> shape;

  explicit BulletModel(const Mesh& source) {
    for (const Vec3& v : source.vertices) {
      for (const double c : {v.x, v.y, v.z}) vertices.push_back(static_cast<float>(c));
    }
    for (const Triangle& t : source.triangles) {
      for (const std::uint32_t v : t) indices.push_back(static_cast<int>(v));
    }
    btIndexedMesh part;
    part.m_numTriangles = static_cast<int>(source.triangles.size());
    part.m_triangleIndexBase = reinterpret_cast<const unsigned char*>(indices.data());
    part.m_triangleIndexStride = 3 * sizeof(int);
    part.m_numVertices = static_cast<int>(source.vertices.size());
    part.m_vertexBase = reinterpret_cast<const unsigned char*>(vertices.data());
    part.m_vertexStride = 3 * sizeof(float);
    part.m_vertexType = PHY_FLOAT;
    mesh = std::make_unique<btTriangleIndexVertexArray>();
    mesh->addIndexedMesh(part, PHY_INTEGER);
    shape = std::make_unique<btGImpactMeshShapePart>(mesh.get(), 0);
    shape->setMargin(0);  // 0.01 by default, whatever the size of the model
    shape->updateBound();
    shape->lockChildShapes();  // a reader's lock without which triangles cannot be fetched
  }
  ~BulletModel() { shape->unlockChildShapes(); }
  BulletModel(const BulletModel&) = delete;
  BulletModel& operator=(const BulletModel&) = delete;

  double bytes() const {
    return static_cast<double>(sizeof(float) * vertices.size() + sizeof(int) * indices.size()) +
           static_cast<double>(sizeof(BT_QUANTIZED_BVH_NODE)) * shape->getBoxSet()->getNodeCount();
  }
};

class Bullet final : public ListingRival {
 public:
  std::string name() const override { return "bullet"; }

  void build(const Mesh& a, const Mesh& b) override {
    a_ = std::make_unique<BulletModel>(a);
    b_ = std::make_unique<BulletModel>(b);
  }

  void set_poses(const std::vector<Pose>& poses) override {
    poses_.clear();
    for (const Pose& pose : poses) {
      float r[9];
      std::transform(pose.r, pose.r + 9, r, [](double c) { return static_cast<float>(c); });
      poses_.emplace_back(
          btMatrix3x3(r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]),
          btVector3(static_cast<float>(pose.t.x), static_cast<float>(pose.t.y), static_cast<float>(pose.t.z)));
    }
  }

  bool intersects(std::size_t pose) override {
    find(pose, true);
    return !found_.empty();
  }

  std::size_t find_all(std::size_t pose) override {
    find(pose, false);
    return found_.size();
  }

  double bytes_per_triangle() const override {
    return (a_->bytes() + b_->bytes()) / (static_cast<double>(a_->indices.size() + b_->indices.size()) / 3);
  }

  Description description() const override {
    return {std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100),
            "GImpact in float: quantized box trees, triangle clip test, margin 0, no collision world",
            Arithmetic::in_float};
  }

  Abilities abilities() const override { return {.exact_pairs = false, .exact_any = false, .early_exit = false}; }

 private:
  void find(std::size_t pose, bool first_only) {
    found_.clear();
    candidates_.resize(0, GIM_PAIR(0, 0));
    btGImpactQuantizedBvh::find_collision(a_->shape->getBoxSet(), identity_, b_->shape->getBoxSet(), poses_[pose],
                                          candidates_);
    btPrimitiveTriangle a;
    btPrimitiveTriangle b;
    GIM_TRIANGLE_CONTACT contact;
    for (int i = 0; i < candidates_.size(); ++i) {
      const GIM_PAIR& pair = candidates_[i];
      a_->shape->getPrimitiveTriangle(pair.m_index1, a);
      b_->shape->getPrimitiveTriangle(pair.m_index2, b);
      b.applyTransform(poses_[pose]);
      a.buildTriPlane();
      b.buildTriPlane();
      if (!a.overlap_test_conservative(b) || !a.find_triangle_collision_clip_method(b, contact)) continue;
      found_.emplace_back(static_cast<std::uint32_t>(pair.m_index1), static_cast<std::uint32_t>(pair.m_index2));
      if (first_only) return;
    }
  }

  std::unique_ptr<BulletModel> a_, b_;
  std::vector<btTransform> poses_;
  const btTransform identity_ = btTransform::getIdentity();
  btPairSet candidates_;
};

}  // namespace

void add_bullet(std::vector<RivalEntry>& entries) {
  entries.push_back({"bullet", [] { return std::make_unique<Bullet>(); }});
}

}  // namespace graze::bench
