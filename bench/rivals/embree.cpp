// SPDX-License-Identifier: Apache-2.0
// Embree 3.13 rtcCollide on user geometry, one thread. It knows no transforms: every query moves B's vertices and
// refits its tree, which only a dynamic scene of low quality with a geometry of quality REFIT does. It reports pairs
// of overlapping boxes and cannot be stopped; the pairs are decided by graze's exact triangle test.
#include <embree3/rtcore.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "geometry/triangle_triangle.h"
#include "listing.h"
#include "registry.h"

namespace graze::bench {
namespace {

struct Bounds {
  float low[3];
  float high[3];
};

/// Rounded outward, so that no box loses its triangle to float.
Bounds bounds_of(const detail::Corners& t) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const auto interval = [](double p, double q, double r, float& low, float& high) {
    const double least = std::min({p, q, r});
    const double most = std::max({p, q, r});
    low = static_cast<float>(least);
    high = static_cast<float>(most);
    if (low > least) low = std::nextafterf(low, -kInfinity);
    if (high < most) high = std::nextafterf(high, kInfinity);
  };
  Bounds b{};
  interval(t.v[0].x, t.v[1].x, t.v[2].x, b.low[0], b.high[0]);
  interval(t.v[0].y, t.v[1].y, t.v[2].y, b.low[1], b.high[1]);
  interval(t.v[0].z, t.v[1].z, t.v[2].z, b.low[2], b.high[2]);
  return b;
}

class EmbreeModel {
 public:
  /// A stays and gets the default quality, which makes queries with many candidates a sixth faster than B's kind.
  EmbreeModel(RTCDevice device, const Mesh& mesh, bool moves) : mesh_(mesh), placed_(mesh.vertices) {
    scene_ = rtcNewScene(device);
    if (moves) {
      rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
      rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
    }
    geometry_ = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    if (moves) rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_REFIT);
    rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(mesh.triangles.size()));
    rtcSetGeometryUserData(geometry_, this);
    rtcSetGeometryBoundsFunction(geometry_, bounds, nullptr);
    rtcCommitGeometry(geometry_);
    rtcAttachGeometry(scene_, geometry_);
    rtcCommitScene(scene_);
  }
  ~EmbreeModel() {
    rtcReleaseGeometry(geometry_);
    rtcReleaseScene(scene_);
  }
  EmbreeModel(const EmbreeModel&) = delete;
  EmbreeModel& operator=(const EmbreeModel&) = delete;

  void move(const Pose& pose) {
    for (std::size_t i = 0; i < placed_.size(); ++i) placed_[i] = place(pose, mesh_.vertices[i]);
    rtcUpdateGeometryBuffer(geometry_, RTC_BUFFER_TYPE_VERTEX, 0);
    rtcCommitGeometry(geometry_);
    rtcCommitScene(scene_);
  }

  detail::Corners corners(std::size_t t) const {
    const Triangle& ids = mesh_.triangles[t];
    return {{placed_[ids[0]], placed_[ids[1]], placed_[ids[2]]}};
  }

  RTCScene scene() const { return scene_; }
  std::size_t triangles() const { return mesh_.triangles.size(); }

 private:
  static void bounds(const RTCBoundsFunctionArguments* arguments) {
    const auto& model = *static_cast<const EmbreeModel*>(arguments->geometryUserPtr);
    const Bounds b = bounds_of(model.corners(arguments->primID));
    RTCBounds& out = *arguments->bounds_o;
    out.lower_x = b.low[0];
    out.lower_y = b.low[1];
    out.lower_z = b.low[2];
    out.upper_x = b.high[0];
    out.upper_y = b.high[1];
    out.upper_z = b.high[2];
  }

  const Mesh mesh_;
  std::vector<Vec3> placed_;
  RTCScene scene_ = nullptr;
  RTCGeometry geometry_ = nullptr;
};

/// While its device lives, oneTBB has one thread in the whole process: nothing parallel should be timed meanwhile.
class Embree final : public ListingRival {
 public:
  Embree() : device_(rtcNewDevice("threads=1")) {
    if (device_ == nullptr) throw std::runtime_error("Embree: no device");
    rtcSetDeviceMemoryMonitorFunction(device_, count_bytes, this);
  }
  ~Embree() override {
    a_.reset();
    b_.reset();
    rtcReleaseDevice(device_);
  }
  Embree(const Embree&) = delete;
  Embree& operator=(const Embree&) = delete;

  std::string name() const override { return "embree"; }

  void build(const Mesh& a, const Mesh& b) override {
    a_.reset();
    b_.reset();
    a_ = std::make_unique<EmbreeModel>(device_, a, false);
    b_ = std::make_unique<EmbreeModel>(device_, b, true);
    if (rtcGetDeviceError(device_) != RTC_ERROR_NONE) throw std::runtime_error("Embree: the build failed");
  }

  void set_poses(const std::vector<Pose>& poses) override { poses_ = poses; }

  bool intersects(std::size_t pose) override { return find(pose, true) > 0; }
  std::size_t find_all(std::size_t pose) override { return find(pose, false); }

  double bytes_per_triangle() const override {
    return static_cast<double>(bytes_) / static_cast<double>(a_->triangles() + b_->triangles());
  }

  Description description() const override {
    Description result;
    result.version = RTC_VERSION_STRING;
    result.settings = "rtcCollide on user geometry, B refitted in every query, pairs decided by graze's exact test";
    result.arithmetic = Arithmetic::exact;
    result.holds_tbb = true;
    return result;
  }

  Abilities abilities() const override { return {.exact_pairs = true, .exact_any = true, .early_exit = false}; }

  /// Moving and refitting: 70 to 90 ns a triangle of B.
  double overhead_us() const override { return 0.08 * static_cast<double>(b_->triangles()); }

 private:
  static bool count_bytes(void* self, ssize_t bytes, bool) {
    static_cast<Embree*>(self)->bytes_ += bytes;
    return true;
  }

  static void decide(void* self, RTCCollision* candidates, unsigned count) {
    auto& engine = *static_cast<Embree*>(self);
    for (unsigned i = 0; i < count; ++i) {
      if (engine.first_only_ && !engine.found_.empty()) return;
      const RTCCollision& c = candidates[i];
      if (detail::triangles_meet(engine.a_->corners(c.primID0), engine.b_->corners(c.primID1)))
        engine.found_.emplace_back(c.primID0, c.primID1);
    }
  }

  std::size_t find(std::size_t pose, bool first_only) {
    found_.clear();
    first_only_ = first_only;
    b_->move(poses_[pose]);
    rtcCollide(a_->scene(), b_->scene(), decide, this);
    return found_.size();
  }

  RTCDevice device_;
  std::unique_ptr<EmbreeModel> a_, b_;
  std::vector<Pose> poses_;
  bool first_only_ = false;
  std::ptrdiff_t bytes_ = 0;
};

}  // namespace

void add_embree(std::vector<RivalEntry>& entries) {
  entries.push_back({"embree", [] { return std::make_unique<Embree>(); }});
}

}  // namespace graze::bench
