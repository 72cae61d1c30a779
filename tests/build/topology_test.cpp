// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <tuple>

#include "build/topology_cases.h"
#include "graze/error.h"
#include "support/scale.h"

namespace graze::test {
namespace {

using detail::build_topology;

constexpr Split kRules[] = {Split::sah, Split::longest_side, Split::min_sum, Split::min_max, Split::splatter};
constexpr SplitPoint kPoints[] = {SplitPoint::mean, SplitPoint::median};

TopologyOptions options(Split split, SplitPoint point = SplitPoint::mean, int leaf_size = 4, int threads = 1,
                        Quality quality = Quality::standard) {
  return {split, point, leaf_size, threads, quality};
}

class EveryRule : public testing::TestWithParam<std::tuple<Split, SplitPoint, Quality>> {
 protected:
  TopologyOptions with(int leaf_size, int threads = 1) const {
    return options(std::get<0>(GetParam()), std::get<1>(GetParam()), leaf_size, threads, std::get<2>(GetParam()));
  }
};
std::string rule_name(const testing::TestParamInfo<EveryRule::ParamType>& rule) {
  return std::string(name(std::get<0>(rule.param))) + "_" + std::string(name(std::get<1>(rule.param)));
}
INSTANTIATE_TEST_SUITE_P(Rules, EveryRule,
                         testing::Combine(testing::ValuesIn(kRules), testing::ValuesIn(kPoints),
                                          testing::Values(Quality::standard)),
                         rule_name);
INSTANTIATE_TEST_SUITE_P(Fast, EveryRule, testing::Values(std::tuple{Split::sah, SplitPoint::mean, Quality::fast}),
                         rule_name);

TEST_P(EveryRule, SmallSets) {
  for (std::size_t n = 0; n <= 40; ++n) {
    for (const int leaf_size : {1, 2, 3, 4, 5, 64}) {
      const auto primitives = soup(n, static_cast<unsigned>(n));
      SCOPED_TRACE(testing::Message() << n << " primitives, leaf size " << leaf_size);
      check_topology(build_topology(primitives, with(leaf_size)), primitives, leaf_size);
      if (HasFailure()) return;
    }
  }
}

TEST_P(EveryRule, SoupAndSurface) {
  for (const auto& primitives : {soup(20000, 1), bumpy_sphere(50)}) {
    for (const int leaf_size : {1, 4, 10}) {
      const int height = check_topology(build_topology(primitives, with(leaf_size)), primitives, leaf_size);
      EXPECT_LT(height, 64);
      if (std::get<1>(GetParam()) == SplitPoint::median && std::get<0>(GetParam()) != Split::sah) {
        EXPECT_LE(height, 15) << "medians give a balanced tree";
      }
    }
  }
}

TEST_P(EveryRule, SameForAnyNumberOfThreads) {
  // From 65536 primitives on nodes are worked on in chunks.
  const bool sah = std::get<0>(GetParam()) == Split::sah;
  for (const auto& primitives : {soup(sah && !kSanitized ? 300000 : 70000, 7, 0.01f), bumpy_sphere(70)}) {
    const Topology serial = build_topology(primitives, with(4));
    check_topology(serial, primitives, 4);
    for (const int threads : {2, 3, 0}) {
      EXPECT_TRUE(same(serial, build_topology(primitives, with(4, threads)))) << threads << " threads";
    }
  }
}

TEST_P(EveryRule, IdenticalPrimitives) {
  std::vector<Primitive> primitives(kSanitized ? 20000 : 100000, primitive(0, 1, 2, 3, 1.5f, 2.5f, 3.5f));
  for (std::size_t i = 0; i < primitives.size(); ++i) primitives[i].triangle = static_cast<std::uint32_t>(i);
  const Topology t = build_topology(primitives, with(4));
  EXPECT_LE(check_topology(t, primitives, 4), 16);
  EXPECT_TRUE(std::is_sorted(t.order.begin(), t.order.end())) << "ties go by triangle";
}

TEST_P(EveryRule, EqualCentresOfDifferentBoxes) {
  std::vector<Primitive> primitives;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const auto h = static_cast<float>(i % 37 + 1);
    primitives.push_back(primitive(i, -h, -h, -h, h, h, h));
  }
  EXPECT_LE(check_topology(build_topology(primitives, with(3)), primitives, 3), 40);
}

TEST_P(EveryRule, PointsLinesAndPlanes) {
  for (int dimensions = 0; dimensions <= 2; ++dimensions) {
    for (int first = 0; first < 3; ++first) {
      auto primitives = soup(3000, 11);
      for (Primitive& p : primitives) {
        for (int i = dimensions; i < 3; ++i) p.lower[(first + i) % 3] = p.upper[(first + i) % 3] = 0.25f;
      }
      check_topology(build_topology(primitives, with(4)), primitives, 4);
    }
  }
}

TEST_P(EveryRule, ExtremeScales) {
  for (const float scale : {1e-44f, 1e-38f, 1e-30f, 1e-9f, 1e9f, 1e30f, 1e37f}) {
    auto primitives = soup(3000, 13);
    for (Primitive& p : primitives) {
      for (int x = 0; x < 3; ++x) {
        p.lower[x] *= scale;
        p.upper[x] *= scale;
      }
    }
    SCOPED_TRACE(testing::Message() << "scale " << scale);
    check_topology(build_topology(primitives, with(4)), primitives, 4);
  }
}

TEST_P(EveryRule, DepthIsBounded) {
  // Each next box is a thousandth of the one before: means, and area, would peel them off one by one.
  std::vector<Primitive> primitives;
  for (std::uint32_t i = 0; i < 4000; ++i) {
    const float x = std::ldexp(1.0f, -static_cast<int>(i % 120));
    const float y = std::ldexp(1.0f, -static_cast<int>(i / 120));
    primitives.push_back(primitive(i, x, y, 0, x, y, 0));
  }
  EXPECT_LE(check_topology(build_topology(primitives, with(1)), primitives, 1), 64 + 32);
}

TEST(Topology, ScalesDoNotChangeTheTree) {
  const auto primitives = soup(5000, 17);
  const Topology one = build_topology(primitives, options(Split::sah));
  for (const int exponent : {-100, -60, 60, 100}) {
    auto scaled_up = primitives;
    for (Primitive& p : scaled_up) {
      for (int x = 0; x < 3; ++x) {
        p.lower[x] = std::ldexp(p.lower[x], exponent);
        p.upper[x] = std::ldexp(p.upper[x], exponent);
      }
    }
    EXPECT_EQ(build_topology(scaled_up, options(Split::sah)).order, one.order) << exponent;
  }
}

TEST(Topology, HeuristicBeatsTheRules) {
  // The sum of the areas of all nodes, what a query is expected to visit.
  const auto cost = [](const Topology& t) {
    double sum = 0;
    for (const BinaryNode& n : t.nodes) sum += area(n);
    return sum / area(t.nodes[0]);
  };
  for (const auto& primitives : {soup(30000, 19), bumpy_sphere(80)}) {
    const double sah = cost(build_topology(primitives, options(Split::sah)));
    for (const Split rule : {Split::longest_side, Split::min_sum, Split::min_max, Split::splatter}) {
      for (const SplitPoint point : kPoints) {
        EXPECT_LT(sah, cost(build_topology(primitives, options(rule, point)))) << name(rule) << " " << name(point);
      }
    }
  }
}

TEST(Topology, FastIsNearlyAsGood) {
  const auto cost = [](const Topology& t) {
    double sum = 0;
    for (const BinaryNode& n : t.nodes) sum += area(n);
    return sum / area(t.nodes[0]);
  };
  for (const auto& primitives : {soup(100000, 19, 0.01f), bumpy_sphere(150)}) {
    const auto with = [](Quality quality) { return options(Split::sah, SplitPoint::mean, 4, 1, quality); };
    const Topology standard = build_topology(primitives, with(Quality::standard));
    const Topology fast = build_topology(primitives, with(Quality::fast));
    EXPECT_FALSE(same(standard, fast)) << "it is another way of building";
    EXPECT_LT(cost(fast), 1.4 * cost(standard));
  }
}

TEST(Topology, FastCopesWithUnevenDetail) {
  // All but a few of the primitives share one cell of the curve's grid.
  auto primitives = soup(20000, 29, 0.01f);
  for (Primitive& p : primitives) {
    for (int x = 0; x < 3; ++x) {
      p.lower[x] *= 1e-4f;
      p.upper[x] *= 1e-4f;
    }
  }
  primitives[77] = primitive(77, 100, 100, 100, 101, 101, 101);
  const TopologyOptions fast = options(Split::sah, SplitPoint::mean, 4, 1, Quality::fast);
  EXPECT_LT(check_topology(build_topology(primitives, fast), primitives, 4), 40);
}

TEST(Topology, FindsTheCheapestSplitOfSmallSets) {
  // Exhaustive search over all splits of all axes, for sets that become two leaves; ranges of 5 to 8 at leaf size 4.
  for (unsigned seed = 0; seed < 300; ++seed) {
    const std::size_t n = 5 + seed % 4;
    const auto primitives = soup(n, seed, 0.5f);
    const Topology t = build_topology(primitives, options(Split::sah, SplitPoint::mean, 4));
    const auto weight = [](std::size_t k) {
      return static_cast<double>(k) + 0.3 * static_cast<double>((4 - k % 4) % 4);
    };
    double best = HUGE_VAL;
    for (int axis = 0; axis < 3; ++axis) {
      auto sorted = primitives;
      std::stable_sort(sorted.begin(), sorted.end(), [axis](const Primitive& a, const Primitive& b) {
        return a.lower[axis] + a.upper[axis] < b.lower[axis] + b.upper[axis];
      });
      for (std::size_t k = 1; k < n; ++k) {
        BinaryNode sides[2];
        for (BinaryNode& s : sides) {
          std::fill(s.lower, s.lower + 3, HUGE_VALF);
          std::fill(s.upper, s.upper + 3, -HUGE_VALF);
        }
        for (std::size_t i = 0; i < n; ++i) {
          BinaryNode& s = sides[i < k ? 0 : 1];
          for (int x = 0; x < 3; ++x) {
            s.lower[x] = std::min(s.lower[x], sorted[i].lower[x]);
            s.upper[x] = std::max(s.upper[x], sorted[i].upper[x]);
          }
        }
        best = std::min(best, area(sides[0]) * weight(k) + area(sides[1]) * weight(n - k));
      }
    }
    const BinaryNode &l = t.nodes[t.nodes[0].left], &r = t.nodes[t.nodes[0].right];
    EXPECT_NEAR(area(l) * weight(l.end - l.begin) + area(r) * weight(r.end - r.begin), best, 1e-5 * best) << seed;
  }
}

TEST(Topology, RefusesOptions) {
  const auto code = [](TopologyOptions o) {
    try {
      build_topology(soup(10, 1), o);
    } catch (const Error& e) {
      return e.code();
    }
    return ErrorCode::io;  // not thrown
  };
  EXPECT_EQ(code(options(Split::sah, SplitPoint::mean, 0)), ErrorCode::invalid_option);
  EXPECT_EQ(code(options(Split::sah, SplitPoint::mean, 257)), ErrorCode::invalid_option);
  EXPECT_EQ(code(options(Split::sah, SplitPoint::mean, 4, -1)), ErrorCode::invalid_option);
  TopologyOptions along = options(Split::min_sum);
  along.split_axes = SplitAxes::all;  // without slabs
  EXPECT_EQ(code(along), ErrorCode::invalid_option);
  EXPECT_EQ(code(options(static_cast<Split>(1000))), ErrorCode::invalid_option);
}

TEST(Topology, AutomaticMeansTheDefaults) {
  const auto primitives = soup(1000, 23);
  EXPECT_TRUE(same(build_topology(primitives, options(Split::automatic, SplitPoint::automatic)),
                   build_topology(primitives, options(Split::sah, SplitPoint::mean))));
}

}  // namespace
}  // namespace graze::test
