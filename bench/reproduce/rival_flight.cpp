// SPDX-License-Identifier: Apache-2.0
#include "rival_flight.h"

#include <algorithm>

#include "clock.h"
#include "graze/query.h"
#include "rival.h"

namespace graze::reproduce {
namespace {

/// The pairs of a pose as graze finds them with its default build.
class Reference {
 public:
  explicit Reference(const scenes::Scene& scene) : a_(Model::build(scene.a)), b_(Model::build(scene.b)) {
    query_.segments = false;
  }

  bool differs(const Pose& pose, const bench::TrianglePairs& pairs) {
    contacts(a_, b_, pose, found_, query_, &workspace_);
    return !std::equal(found_.pairs.begin(), found_.pairs.end(), pairs.begin(), pairs.end(),
                       [](const Contact& c, const std::pair<std::uint32_t, std::uint32_t>& p) {
                         return c.triangle_a == p.first && c.triangle_b == p.second;
                       });
  }

 private:
  Model a_, b_;
  QueryOptions query_;
  Workspace workspace_;
  Contacts found_;
};

}  // namespace

double RivalFlight::mean_us() const {
  double sum = 0;
  for (const double t : us) sum += t;
  return us.empty() ? 0 : sum / static_cast<double>(us.size());
}

RivalFlight fly_rival(const scenes::Scene& scene, const std::string& name, int rounds, double seconds) {
  RivalFlight flight;
  const std::vector<std::string> known = bench::rival_names();
  if (std::find(known.begin(), known.end(), name) == known.end()) return flight;
  flight.name = name;
  const std::unique_ptr<bench::Rival> rival = bench::make_rival(name);
  const double start = bench::thread_us();
  rival->build(scene.a, scene.b);
  flight.build_ms = 1e-3 * (bench::thread_us() - start);
  flight.bytes_per_triangle = rival->bytes_per_triangle();
  rival->set_poses(scene.poses);
  flight.comparable = rival->abilities().exact_pairs;

  // A few poses spread over the flight tell what all of them would take.
  constexpr std::size_t kProbes = 8;
  double probed = 0;
  for (std::size_t i = 0; i < kProbes; ++i) {
    probed += bench::time_us([&] { rival->find_all(i * scene.poses.size() / kProbes); });
  }
  const double all = 1e-6 * probed / kProbes * static_cast<double>(scene.poses.size());
  flight.stride = std::max<std::size_t>(1, static_cast<std::size_t>(all * rounds / seconds));
  flight.us.assign((scene.poses.size() + flight.stride - 1) / flight.stride, 1e300);
  Reference reference(scene);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < flight.us.size(); ++k) {
      const std::size_t pose = k * flight.stride;
      flight.us[k] = std::min(flight.us[k], bench::time_us([&] { rival->find_all(pose); }));
      if (round == 0 && flight.comparable && reference.differs(scene.poses[pose], rival->pairs())) {
        ++flight.differences;
      }
    }
  }
  return flight;
}

}  // namespace graze::reproduce
