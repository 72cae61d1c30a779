// SPDX-License-Identifier: Apache-2.0
// FCL 0.7: the models of oriented volumes, in double, without contact points. collide() takes OBB, OBBRSS and kIOS as
// they are; RSS it copies and refits, both models in every call, which is what its queries then cost.
#include <fcl/config.h>
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>

#include <algorithm>
#include <type_traits>

#include "registry.h"

namespace graze::bench {
namespace {

template <typename BV>
class Fcl final : public Rival {
 public:
  explicit Fcl(std::string name) : name_(std::move(name)) {
    any_.num_max_contacts = 1;
    any_.enable_contact = false;
    all_.num_max_contacts = std::size_t{1} << 30;
    all_.enable_contact = false;
  }

  std::string name() const override { return name_; }

  void build(const Mesh& a, const Mesh& b) override {
    a_ = model(a);
    b_ = model(b);
  }

  void set_poses(const std::vector<Pose>& poses) override {
    poses_.clear();
    for (const Pose& pose : poses) {
      fcl::Transform3d transform = fcl::Transform3d::Identity();
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) transform.linear()(i, j) = pose.r[3 * i + j];
      }
      transform.translation() = fcl::Vector3d(pose.t.x, pose.t.y, pose.t.z);
      poses_.push_back(transform);
    }
  }

  bool intersects(std::size_t pose) override {
    result_.clear();
    return fcl::collide(a_.get(), identity_, b_.get(), poses_[pose], any_, result_) > 0;
  }

  std::size_t find_all(std::size_t pose) override {
    result_.clear();
    return fcl::collide(a_.get(), identity_, b_.get(), poses_[pose], all_, result_);
  }

  TrianglePairs pairs() const override {
    TrianglePairs pairs;
    for (std::size_t i = 0; i < result_.numContacts(); ++i) {
      const auto& contact = result_.getContact(i);
      pairs.emplace_back(static_cast<std::uint32_t>(contact.b1), static_cast<std::uint32_t>(contact.b2));
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }

  Description description() const override {
    return {FCL_VERSION, "BVHModel in double, one contact or all, without contact points"};
  }

  /// The copies that queries of RSS make share the original's fitter and write to it: two threads would crash.
  std::unique_ptr<Rival> share() const override {
    if (std::is_same_v<BV, fcl::RSSd>) return nullptr;
    auto other = std::make_unique<Fcl>(name_);
    other->a_ = a_;
    other->b_ = b_;
    other->poses_ = poses_;
    return other;
  }

  /// Measured: 0.5 to 1.9 µs a triangle, more where the copies leave the cache.
  double overhead_us() const override {
    return std::is_same_v<BV, fcl::RSSd> ? 1.4 * (a_->num_tris + b_->num_tris) : 0;
  }

  double bytes_per_triangle() const override {
    const auto bytes = [](const fcl::BVHModel<BV>& m) {
      return static_cast<double>(sizeof(fcl::BVNode<BV>)) * m.getNumBVs() +
             static_cast<double>(sizeof(fcl::Vector3d)) * m.num_vertices +
             static_cast<double>(sizeof(fcl::Triangle) + sizeof(unsigned)) * m.num_tris;
    };
    return (bytes(*a_) + bytes(*b_)) / (a_->num_tris + b_->num_tris);
  }

 private:
  using ModelPtr = std::shared_ptr<fcl::BVHModel<BV>>;

  static ModelPtr model(const Mesh& mesh) {
    std::vector<fcl::Vector3d> vertices;
    for (const Vec3& v : mesh.vertices) vertices.emplace_back(v.x, v.y, v.z);
    std::vector<fcl::Triangle> triangles;
    for (const Triangle& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
    auto result = std::make_shared<fcl::BVHModel<BV>>();
    result->beginModel(static_cast<int>(triangles.size()), static_cast<int>(vertices.size()));
    result->addSubModel(vertices, triangles);
    result->endModel();
    return result;
  }

  std::string name_;
  ModelPtr a_, b_;
  std::vector<fcl::Transform3d, Eigen::aligned_allocator<fcl::Transform3d>> poses_;
  const fcl::Transform3d identity_ = fcl::Transform3d::Identity();
  fcl::CollisionRequestd any_, all_;
  fcl::CollisionResultd result_;
};

}  // namespace

void add_fcl(std::vector<RivalEntry>& entries) {
  entries.push_back({"fcl-obb", [] { return std::make_unique<Fcl<fcl::OBBd>>("fcl-obb"); }});
  entries.push_back({"fcl-obbrss", [] { return std::make_unique<Fcl<fcl::OBBRSSd>>("fcl-obbrss"); }});
  entries.push_back({"fcl-rss", [] { return std::make_unique<Fcl<fcl::RSSd>>("fcl-rss"); }});
  entries.push_back({"fcl-kios", [] { return std::make_unique<Fcl<fcl::kIOSd>>("fcl-kios"); }});
}

}  // namespace graze::bench
