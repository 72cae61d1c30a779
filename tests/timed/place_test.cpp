// SPDX-License-Identifier: Apache-2.0
// Poses that queries check and place by vectors (traverse/place_pose-inl.h): bit for bit what is done number by number.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "geometry/rigid.h"
#include "graze/model.h"
#include "graze/timed.h"
#include "support/answers.h"
#include "support/scale.h"
#include "support/soup.h"
#include "timed/bumpy.h"
#include "timed/timed_workspace.h"
#include "traverse/frame.h"

namespace graze::test {
namespace {

using detail::Frame;
using detail::Reach;
using detail::Stop;

static_assert(sizeof(Frame) == 12 * sizeof(double) + 15 * sizeof(float) + 3 * sizeof(int), "compared as bytes");

Mesh moved(Mesh mesh, double scale, const Vec3& by) {
  for (Vec3& v : mesh.vertices) v = {scale * v.x + by.x, scale * v.y + by.y, scale * v.z + by.z};
  return mesh;
}

class Placing {
 public:
  Placing(const Model& a, const Model& b) : a_(a), b_(b) {}

  void expect_same(const Pose& pose) {
    expect_same_of_judge(pose);
    for (const Descent descent : {Descent::adaptive, Descent::larger, Descent::a_first, Descent::lock_step}) {
      for (const double more : {0.0, 0.25}) expect_same_of_exact(pose, descent, more);
    }
  }

  std::size_t count(Reach reach) const { return count_[static_cast<std::size_t>(reach)]; }

 private:
  void expect_same_of_exact(const Pose& pose, Descent descent, double more) {
    const double margin = a_.options().margin + b_.options().margin + more, skew = detail::skew_of(pose);
    detail::PairQuery query{a_.hierarchy(), b_.hierarchy(), a_.mesh(), b_.mesh(), pose, margin};
    std::memset(&query.frame, 0, sizeof(query.frame));
    const std::optional<Reach> reach = detail::place(descent, query);
    ASSERT_EQ(!reach, skew == detail::kNotRigid);
    if (!reach) return;
    Frame expected;
    std::memset(&expected, 0, sizeof(expected));
    ASSERT_EQ(*reach, detail::make_frame(query.a, query.b, pose, skew, margin, descent, expected));
    if (*reach != Reach::possible) return;
    ASSERT_EQ(std::memcmp(&query.frame, &expected, sizeof(expected)), 0);
  }

  void expect_same_of_judge(const Pose& pose) {
    TimedWorkspace::Impl& impl = workspace_.impl();
    detail::begin(a_, b_, pose, impl);
    Frame& frame = impl.query->frame;
    std::memset(&frame, 0, sizeof(frame));
    const Stop stop = detail::place_and_judge(impl.frames, pose, *impl.query, *impl.priors_a, *impl.priors_b, {},
                                              impl.state, nullptr);
    const double skew = detail::skew_of(pose);
    ASSERT_EQ(stop == Stop::refused, skew == detail::kNotRigid);
    if (stop == Stop::refused) return;
    Frame expected;
    std::memset(&expected, 0, sizeof(expected));
    const double margin = a_.options().margin + b_.options().margin;
    const Reach reach =
        detail::make_frame(a_.hierarchy(), b_.hierarchy(), pose, skew, margin, Descent::adaptive, expected);
    ASSERT_EQ(stop == Stop::extreme, reach == Reach::extreme);
    if (reach == Reach::apart) {
      ASSERT_EQ(stop, Stop::free);
    } else if (reach == Reach::possible) {
      ASSERT_EQ(std::memcmp(&frame, &expected, sizeof(frame)), 0);
    }
    ++count_[static_cast<std::size_t>(reach)];
  }

  const Model &a_, &b_;
  TimedWorkspace workspace_;
  std::size_t count_[3] = {};
};

Pose random_pose(SoupRandom& random, double reach) {
  const auto u = [&](double by) { return random.uniform(-by, by); };
  return pose_from_quaternion(u(1), u(1), u(1), u(1), {u(reach), u(reach), u(reach)});
}

TEST(Placing, ByVectorsIsTheSameBitForBit) {
  const IsaGuard guard;
  BuildOptions wide;
  wide.margin = 0.03;
  const Model ball = Model::build(bumpy(12, 0.1)), off = Model::build(moved(bumpy(9, 0.2), 0.7, {3, -2, 0.5})),
              thick = Model::build(bumpy(8, 0), wide), small = Model::build(moved(bumpy(8, 0), 1e-3, {}));
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    SoupRandom random(5);
    std::size_t apart = 0, possible = 0;
    for (const auto& [a, b] : {std::pair{&ball, &ball}, {&ball, &off}, {&off, &thick}, {&ball, &small}}) {
      Placing placing(*a, *b);
      for (int i = 0; i < scaled(400); ++i) {
        Pose pose = random_pose(random, i % 3 == 0 ? 8 : 2);
        placing.expect_same(pose);
        for (double& r : pose.r) r += random.uniform(-3e-7, 3e-7);  // accepted, or just not
        placing.expect_same(pose);
      }
      EXPECT_GT(placing.count(Reach::apart) + placing.count(Reach::possible), 10u) << isa;
      apart += placing.count(Reach::apart);
      possible += placing.count(Reach::possible);
    }
    EXPECT_GT(apart, 10u) << isa;
    EXPECT_GT(possible, 10u) << isa;
  }
}

TEST(Placing, RefusesWhatIsNotRigid) {
  const IsaGuard guard;
  const Model ball = Model::build(bumpy(12, 0.1));
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    Placing placing(ball, ball);
    Verdict verdict;
    TimedWorkspace workspace;
    const auto expect_refused = [&](const Pose& pose) {
      placing.expect_same(pose);
      EXPECT_THROW(judge(ball, ball, pose, verdict, {}, workspace), std::invalid_argument);
    };
    for (int i = 0; i < 12; ++i) {
      for (const double bad : {kNaN, kInf, -kInf}) {
        Pose pose;
        (i < 9 ? pose.r[i] : i == 9 ? pose.t.x : i == 10 ? pose.t.y : pose.t.z) = bad;
        expect_refused(pose);
      }
    }
    for (int i = 0; i < 9; ++i) {
      Pose pose;
      pose.r[i] += 1e-4;
      expect_refused(pose);
    }
    Pose mirrored;
    mirrored.r[8] = -1;
    expect_refused(mirrored);
    Pose flat;
    flat.r[0] = 0;
    expect_refused(flat);
    // Finite, if only just.
    for (const double far : {1e300, 1.7e308}) {
      Pose pose;
      pose.t = {far, -far, far};
      placing.expect_same(pose);
    }
  }
}

TEST(Placing, OfExtremeMagnitudesIsLeftToBruteForce) {
  const IsaGuard guard;
  const Model large = Model::build(moved(bumpy(6, 0), 1, {1e15, 0, 0}));
  for (const std::string_view isa : detail::available_isas()) {
    ASSERT_TRUE(detail::use_isa(isa));
    Placing placing(large, large);
    SoupRandom random(7);
    for (int i = 0; i < 20; ++i) {
      Pose pose = random_pose(random, 1);
      const Vec3 centre = place(pose, {1e15, 0, 0});
      pose.t = {1e15 - centre.x + pose.t.x, pose.t.y - centre.y, pose.t.z - centre.z};
      placing.expect_same(pose);
    }
    EXPECT_GT(placing.count(Reach::possible) + placing.count(Reach::extreme), 0u);
  }
}

}  // namespace
}  // namespace graze::test
