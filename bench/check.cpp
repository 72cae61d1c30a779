// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include <algorithm>
#include <iterator>

#include "clock.h"
#include "referee.h"

namespace graze::bench {
namespace {

Answers answer(Engine& engine, const std::vector<Pose>& poses, bool lists) {
  Answers answers;
  answers.any.resize(poses.size());
  if (lists) answers.pairs.resize(poses.size());
  engine.take_turn();
  for (std::size_t i = 0; i < poses.size(); i += engine.stride) {
    answers.any[i] = engine.ask(Ask::any, poses[i], i) ? 1 : 0;
    if (!lists) continue;
    engine.ask(Ask::pairs, poses[i], i);
    answers.pairs[i] = engine.pairs();
  }
  return answers;
}

class Comparison {
 public:
  Comparison(const scenes::Scene& scene, const Engine& engine, const Answers& ours, const Answers& theirs, bool lists,
             CheckResult& out)
      : scene_(scene), engine_(engine), ours_(ours), theirs_(theirs), out_(out) {
    agreement_.engine = engine.name;
    agreement_.lists = lists && engine.abilities().exact_pairs;
  }

  void run() {
    for (std::size_t i = 0; i < scene_.poses.size(); i += engine_.stride) {
      ++agreement_.asked;
      if (agreement_.lists) compare_lists(i);
      if (ours_.any[i] != theirs_.any[i]) compare_any(i);
    }
    out_.agreements.push_back(agreement_);
  }

 private:
  void compare_lists(std::size_t i) {
    const TrianglePairs &ours = ours_.pairs[i], &theirs = theirs_.pairs[i];
    TrianglePairs differing;
    std::set_symmetric_difference(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                                  std::back_inserter(differing));
    bool wrong = false;
    for (const auto& [a, b] : differing) {
      const bool found = std::binary_search(ours.begin(), ours.end(), std::pair(a, b));
      const bool truth = triangles_meet(scene_.a, scene_.b, scene_.poses[i], a, b);
      if (found == truth) {
        wrong = true;
        ++(truth ? agreement_.missed : agreement_.extra);
      }
      list({scene_.name, engine_.name, i, true, a, b, found, !found, truth});
    }
    agreement_.wrong_lists += wrong ? 1u : 0u;
  }

  void compare_any(std::size_t i) {
    if (refereed_us_ > kRefereeUs) {
      ++agreement_.unjudged;
      return;
    }
    const double start = wall_us();
    const bool truth = find_meeting(scene_.a, scene_.b, scene_.poses[i]).has_value();
    refereed_us_ += wall_us() - start;
    if ((theirs_.any[i] != 0) != truth) ++agreement_.wrong_any;
    list({scene_.name, engine_.name, i, false, 0, 0, ours_.any[i] != 0, theirs_.any[i] != 0, truth});
  }

  void list(Disagreement d) {
    if (d.graze != d.truth || listed_++ < kListed) out_.disagreements.push_back(std::move(d));
  }

  const scenes::Scene& scene_;
  const Engine& engine_;
  const Answers& ours_;
  const Answers& theirs_;
  CheckResult& out_;
  Agreement agreement_;
  std::size_t listed_ = 0;
  double refereed_us_ = 0;
};

/// A list and a boolean answer of the same engine must tell the same.
void check_itself(const scenes::Scene& scene, const Engine& engine, const Answers& answers, CheckResult& out) {
  for (std::size_t i = 0; i < answers.pairs.size(); i += engine.stride) {
    const bool listed = !answers.pairs[i].empty(), any = answers.any[i] != 0;
    if (listed == any) continue;
    const bool truth = find_meeting(scene.a, scene.b, scene.poses[i]).has_value();
    out.disagreements.push_back({scene.name, engine.name + " (its own list)", i, false, 0, 0, any, listed, truth});
  }
}

void mix(std::uint64_t& hash, std::uint32_t word) {
  for (int i = 0; i < 4; ++i) hash = (hash ^ ((word >> (8 * i)) & 255u)) * 0x100000001B3u;
}

}  // namespace

CheckResult check(const scenes::Scene& scene, const std::vector<Engine*>& engines, bool lists) {
  CheckResult result;
  for (Engine* engine : engines) {
    result.answers.push_back(answer(*engine, scene.poses, lists && engine->abilities().exact_pairs));
  }
  for (std::size_t e = 0; e < engines.size(); ++e) {
    if (!engines[e]->rival) check_itself(scene, *engines[e], result.answers[e], result);
    if (e > 0) Comparison(scene, *engines[e], result.answers.front(), result.answers[e], lists, result).run();
  }
  return result;
}

std::uint64_t hash_of(const Answers& answers, std::size_t stride, bool lists) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (std::size_t i = 0; i < answers.any.size(); i += stride) {
    mix(hash, answers.any[i]);
    if (!lists || answers.pairs.empty()) continue;
    for (const auto& [a, b] : answers.pairs[i]) {
      mix(hash, a);
      mix(hash, b);
    }
  }
  return hash;
}

}  // namespace graze::bench
