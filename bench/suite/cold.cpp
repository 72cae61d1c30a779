// SPDX-License-Identifier: Apache-2.0
#include "suite/cold.h"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <numeric>

#include "clock.h"

namespace graze::suite {
namespace {

/// Where the system does not tell; and servers with hundreds of megabytes, mostly others', are not flushed entirely.
constexpr std::size_t kUnknownCache = std::size_t{32} << 20, kMostFlushed = std::size_t{256} << 20;
constexpr std::size_t kLine = 64;
constexpr std::size_t kFewestPoses = 3;

/// Written line by line: what was in the caches is pushed out, pages that the processor remembered are forgotten.
class Flusher {
 public:
  Flusher() {
    const std::size_t cache = largest_cache();
    buffer_.resize(std::min(kMostFlushed, (cache > 0 ? cache : kUnknownCache) * 5 / 4));
  }
  void flush() {
    ++round_;
    for (std::size_t i = 0; i < buffer_.size(); i += kLine)
      buffer_[i] = static_cast<unsigned char>(buffer_[i] + round_);
  }

 private:
  std::vector<unsigned char> buffer_;
  unsigned round_ = 0;
};

/// Multiples of it visit every position once, each far from those before it: time may end the sampling at any point.
std::size_t golden_step(std::size_t n) {
  auto step = std::max<std::size_t>(1, static_cast<std::size_t>(0.618 * static_cast<double>(n)));
  while (std::gcd(step, n) != 1) ++step;
  return step;
}

}  // namespace

std::size_t largest_cache() {
  long most = 0;
  for (const int level : {_SC_LEVEL2_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE}) {
    most = std::max(most, ::sysconf(level));
  }
  return static_cast<std::size_t>(most);
}

ColdSamples measure_cold(const Course& course, std::vector<Contestant>& contestants, Ask ask, std::size_t common,
                         const ColdPlan& plan, const Stop& stop) {
  ColdSamples result;
  result.us.resize(contestants.size());
  const std::size_t wanted = std::min(common, plan.most_poses);
  if (wanted == 0) return result;
  Flusher flusher;
  flusher.flush();  // its pages are there now
  const std::size_t step = golden_step(common);
  const double start = bench::wall_us();
  for (std::size_t k = 0; k < wanted && !stop(); ++k) {
    const double elapsed = (bench::wall_us() - start) * 1e-6;
    if (k >= kFewestPoses && elapsed * static_cast<double>(k + 1) / static_cast<double>(k) > plan.seconds) break;
    result.positions.push_back(k * step % common);
    const std::size_t pose = course.order[result.positions.back()];
    flusher.flush();
    for (std::size_t turn = 0; turn < contestants.size(); ++turn) {
      const std::size_t c = (k + turn) % contestants.size();
      if (!contestants[c].instance) continue;
      try {
        result.us[c].push_back(bench::time_us([&] { contestants[c].ask(ask, pose); }));
      } catch (const std::exception& error) {
        contestants[c].fail(error.what());
        result.us[c].clear();
      }
    }
  }
  return result;
}

}  // namespace graze::suite
