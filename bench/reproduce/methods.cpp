// SPDX-License-Identifier: Apache-2.0
#include "methods.h"

namespace graze::reproduce {
namespace {

constexpr int kThesisTau = 40;

BuildOptions thesis_build(Volume volume) {
  BuildOptions build;
  build.volume = volume;
  build.split = Split::splatter;
  build.point = SplitPoint::mean;
  build.leaf_size = 1;
  build.width = 2;
  return build;
}

QueryOptions pairs_only() {
  QueryOptions query;
  query.segments = false;
  return query;
}

QueryOptions thesis_query() {
  QueryOptions query = pairs_only();
  query.descent = Descent::a_first;
  return query;
}

}  // namespace

std::string volume_name(Volume volume) {
  const std::string word(name(volume));
  if (volume == Volume::aabb) return "6-dop";
  return word.rfind("dop", 0) == 0 ? word.substr(3) + "-dop" : word;
}

Method default_method() { return {"graze", {}, {}, pairs_only()}; }

Method thesis_method(Volume volume) {
  return method(volume_name(volume), thesis_build(volume), kThesisTau, thesis_query());
}

Method with_split(Volume volume, Split split, SplitPoint point) {
  BuildOptions build = thesis_build(volume);
  build.split = split;
  build.point = point;
  if (split == Split::splatter && point == SplitPoint::mean) return thesis_method(volume);
  return method(volume_name(volume) + " " + std::string(name(split)) + " " + std::string(name(point)), build,
                kThesisTau, thesis_query());
}

Method with_threshold(Volume volume, int tau) {
  Method m = method(volume_name(volume) + " tau=" + std::to_string(tau), thesis_build(volume), tau, thesis_query());
  m.same_environment = volume_name(volume);
  return m;
}

namespace {

/// The thesis's method with both models built otherwise.
template <typename Change>
Method changed(Volume volume, const std::string& words, const Change& change) {
  Method m = thesis_method(volume);
  m.name += " " + words;
  change(m.environment);
  change(m.object);
  return m;
}

/// "0.07", "1".
std::string text(double value) {
  std::string digits = std::to_string(value);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

}  // namespace

Method with_axes(Volume volume) {
  return changed(volume, "axes=all", [](BuildOptions& b) { b.split_axes = SplitAxes::all; });
}

Method with_regrouping(Volume volume, int descendants, double balance) {
  return changed(volume, "regroup=" + std::to_string(descendants) + " balance=" + text(balance), [&](BuildOptions& b) {
    b.regroup = descendants;
    b.regroup_balance = balance;
  });
}

Method with_subdivision(Volume volume, double share) {
  return changed(volume, "subdivide=" + text(share), [&](BuildOptions& b) { b.subdivide = share; });
}

Method with_building(Volume volume, Building building) {
  return changed(volume, std::string(name(building)), [&](BuildOptions& b) { b.building = building; });
}

Method with_width(Volume volume, int width) {
  return changed(volume, "width=" + std::to_string(width), [&](BuildOptions& b) { b.width = width; });
}

Method with_orientation(Volume volume) {
  return changed(volume, "optimal", [](BuildOptions& b) { b.orientation = Orientation::optimal; });
}

Method study_method(Volume volume) {
  Method m = thesis_method(volume);
  m.name += " study";
  m.query.method = graze::Method::study;
  m.query.study.tumbling = Tumbling::root_hill_climbing;
  m.query.study.order = IntervalOrder::spread;
  return m;
}

Method with_restart(Volume volume) {
  Method m = study_method(volume);
  m.name = volume_name(volume) + " restart";
  m.query.descent = Descent::restart;
  return m;
}

Method with_order(Volume volume, IntervalOrder order, int most_intervals, bool closure) {
  Method m = study_method(volume);
  if (order != IntervalOrder::spread) m.name += " " + std::string(name(order));
  if (most_intervals > 0) m.name += " M=" + std::to_string(most_intervals);
  if (closure) m.name += " closure";
  m.query.study.order = order;
  m.query.study.intervals = static_cast<std::uint8_t>(most_intervals);
  m.query.study.closure = closure;
  return m;
}

Method with_tumbling(Volume volume, Tumbling tumbling) {
  Method m = study_method(volume);
  if (tumbling != Tumbling::root_hill_climbing) m.name += " " + std::string(name(tumbling));
  m.query.study.tumbling = tumbling;
  return m;
}

Method with_front(Volume volume, int levels, bool pairs) {
  Method m = study_method(volume);
  m.name += (pairs ? " pair front" : " front") + (levels == 1 ? "" : "=" + std::to_string(levels));
  m.front = levels;
  m.front_pairs = pairs;
  return m;
}

Method with_planes() {
  Method m = default_method();
  m.name += " Front";
  m.planes = true;
  return m;
}

std::vector<Method> every_option() {
  std::vector<Method> list;
  for (const Volume volume : {Volume::aabb, Volume::dop8, Volume::dop12, Volume::dop14, Volume::dop18, Volume::dop20,
                              Volume::dop26, Volume::sphere, Volume::obb, Volume::rounded_box}) {
    list.push_back(thesis_method(volume));
    for (const int width : {4, 8}) {
      Method m = default_method();
      m.environment.volume = m.object.volume = volume;
      m.environment.width = m.object.width = width;
      m.name = "wide " + volume_name(volume) + " " + std::to_string(width);
      list.push_back(m);
    }
  }
  for (const Split split : {Split::longest_side, Split::min_sum, Split::min_max, Split::splatter, Split::sah}) {
    for (const SplitPoint point : {SplitPoint::mean, SplitPoint::median}) {
      list.push_back(with_split(Volume::dop18, split, point));
    }
  }
  for (const int tau : {1, 5, 20, 60}) list.push_back(with_threshold(Volume::dop14, tau));
  const std::pair<const char*, Descent> descents[] = {
      {"adaptive", Descent::adaptive}, {"larger", Descent::larger}, {"lock_step", Descent::lock_step}};
  for (const auto& [word, descent] : descents) {
    Method m = thesis_method(Volume::dop26);
    m.query.descent = descent;
    m.name += std::string(" ") + word;
    list.push_back(m);
  }
  for (const Volume volume : {Volume::aabb, Volume::dop8, Volume::dop14, Volume::dop18, Volume::dop26}) {
    list.push_back(study_method(volume));
    list.push_back(with_restart(volume));
    list.push_back(with_order(volume, IntervalOrder::thinnest, 0, false));
    list.push_back(with_order(volume, IntervalOrder::thinnest, 3, false));
    list.push_back(with_order(volume, IntervalOrder::stored, 0, true));
    for (const Tumbling t : {Tumbling::hill_climbing, Tumbling::vertices, Tumbling::duality}) {
      list.push_back(with_tumbling(volume, t));
    }
    for (const int levels : {1, 64}) {
      list.push_back(with_front(volume, levels, false));
      list.push_back(with_front(volume, levels, true));
    }
  }
  for (const Volume volume : {Volume::dop14, Volume::dop18, Volume::obb}) {
    list.push_back(with_axes(volume));
    list.push_back(with_regrouping(volume, 4, 0));
    list.push_back(with_regrouping(volume, 8, 1));
    list.push_back(with_subdivision(volume, 0.1));
    list.push_back(with_building(volume, Building::bottom_up));
    list.push_back(with_width(volume, 16));
    list.push_back(with_orientation(volume));
    list.push_back(with_split(volume, Split::min_sum, SplitPoint::best));
    list.push_back(with_split(volume, Split::min_sum, SplitPoint::sampled));
  }
  list.push_back(thesis_method(Volume::hybrid));
  Method hybrid = with_width(Volume::hybrid, 4);
  hybrid.query.descent = Descent::lock_step;
  list.push_back(hybrid);
  list.push_back(with_width(Volume::rounded_box, 16));
  Method by_rule = changed(Volume::dop18, "leaf_rule=thesis", [](BuildOptions& b) {
    b.leaf_size = 0;
    b.leaf_rule = LeafRule::thesis;
  });
  list.push_back(by_rule);
  // Normals from {0, ±1, ±2}, which the thesis leaves open (3.4.5).
  Method custom = changed(Volume::custom, "{0,1,2}", [](BuildOptions& b) {
    b.directions = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 2, 0}, {0, 1, 2}, {2, 0, 1}, {1, 1, 2}, {-2, 1, 1}};
  });
  list.push_back(custom);
  custom.name += " study";
  custom.query.method = graze::Method::study;
  custom.query.study.tumbling = Tumbling::vertices;
  list.push_back(custom);
  list.push_back(with_planes());
  Method fast = default_method();
  fast.environment.quality = fast.object.quality = Quality::fast;
  fast.name = "graze fast";
  list.push_back(fast);
  return list;
}

}  // namespace graze::reproduce
