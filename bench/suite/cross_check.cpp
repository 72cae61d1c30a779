// SPDX-License-Identifier: Apache-2.0
#include "suite/cross_check.h"

#include <algorithm>
#include <exception>

#include "clock.h"

namespace graze::suite {
namespace {

/// For exact verdicts without a hierarchy, an engine and scene; one takes up to a second on dense meshes.
constexpr double kSweepUs = 2e6;

struct Account {
  double any_us = 0, all_us = 0, wall_us = 0, sweeps_us = kSweepUs;
  std::size_t listed_any = 0, listed_all = 0;
  bool done = false;
};

void count(Agreement& agreement, DisagreementClass kind) {
  switch (kind) {
    case DisagreementClass::touching:
      ++agreement.touching;
      break;
    case DisagreementClass::rounding:
      ++agreement.rounding;
      break;
    case DisagreementClass::wrong:
      ++agreement.wrong;
      break;
  }
}

class Checker {
 public:
  Checker(const Course& course, Judge& judge, CheckReport& report) : course_(course), judge_(judge), report_(report) {}

  /// Both questions at one pose; the exact list is that of the judge.
  void ask(Contestant& contestant, Account& account, std::size_t pose, const bench::TrianglePairs& exact) {
    bool any = false;
    const double start = bench::wall_us();
    account.any_us += bench::time_us([&] { any = contestant.instance->intersects(pose); });
    account.all_us += bench::time_us([&] { contestant.instance->find_all(pose); });
    account.wall_us += bench::wall_us() - start;
    ++contestant.checked;
    ++contestant.result.any_agreement.asked;
    if (any != !exact.empty()) compare_any(contestant, account, pose, any);
    if (!contestant.entry.abilities.exact_pairs) return;
    ++contestant.result.all_agreement.asked;
    const bench::TrianglePairs said = contestant.instance->pairs();
    if (said != exact) compare_lists(contestant, account, pose, said, exact);
  }

 private:
  void compare_any(Contestant& contestant, Account& account, std::size_t pose, bool said) {
    const Judgement judgement =
        judge_.judge_any(course_.poses[pose], said, contestant.entry.description.arithmetic, account.sweeps_us);
    DisagreementRow row;
    row.said = said ? 1 : 0;
    if (judgement.exact == said) {
      blame_graze(pose, !said);
      return;
    }
    row.exact = judgement.exact ? 1 : 0;
    row.kind = judgement.kind;
    row.distance = judgement.distance;
    count(contestant.result.any_agreement, row.kind);
    if (account.listed_any++ < kListed) list(std::move(row), contestant.entry.name, pose);
  }

  void compare_lists(Contestant& contestant, Account& account, std::size_t pose, const bench::TrianglePairs& said,
                     const bench::TrianglePairs& exact) {
    const ListJudgement judgement =
        judge_.judge_list(course_.poses[pose], said, exact, contestant.entry.description.arithmetic);
    if (judgement.missed + judgement.extra == 0) {
      blame_graze(pose, !exact.empty());
      return;
    }
    DisagreementRow row;
    row.all = true;
    row.said = said.size();
    row.exact = said.size() + judgement.missed - judgement.extra;
    row.missed = judgement.missed;
    row.extra = judgement.extra;
    row.triangle_a = judgement.triangle_a;
    row.triangle_b = judgement.triangle_b;
    row.kind = judgement.worst.kind;
    row.distance = judgement.worst.distance;
    count(contestant.result.all_agreement, row.kind);
    if (account.listed_all++ < kListed) list(std::move(row), contestant.entry.name, pose);
  }

  /// The exact predicates contradict the answer that the others were compared with.
  void blame_graze(std::size_t pose, bool said) {
    DisagreementRow row;
    row.said = said ? 1 : 0;
    row.exact = said ? 0 : 1;
    list(std::move(row), "graze", pose);
  }

  void list(DisagreementRow row, const std::string& engine, std::size_t pose) {
    row.pose = pose;
    row.level = course_.level[pose];
    row.engine = engine;
    report_.rows.push_back(std::move(row));
  }

  const Course& course_;
  Judge& judge_;
  CheckReport& report_;
};

}  // namespace

CheckReport cross_check(const Course& course, std::vector<Contestant>& contestants, Judge& judge, double seconds,
                        const Stop& stop) {
  CheckReport report;
  report.colliding.assign(course.poses.size(), 2);
  std::vector<Account> accounts(contestants.size());
  Checker checker(course, judge, report);
  for (std::size_t position = 0; position < course.order.size() && !stop(); ++position) {
    const std::size_t pose = course.order[position];
    const bench::TrianglePairs exact = judge.pairs(course.poses[pose]);
    report.colliding[pose] = exact.empty() ? 0 : 1;
    for (std::size_t c = 0; c < contestants.size(); ++c) {
      Contestant& contestant = contestants[c];
      Account& account = accounts[c];
      if (account.done || !contestant.instance) continue;
      try {
        checker.ask(contestant, account, pose, exact);
      } catch (const std::exception& error) {
        contestant.fail(error.what());
        continue;
      }
      const double spent = account.wall_us, a_pose = spent / static_cast<double>(position + 1);
      account.done = spent > seconds * 1e6 && position + 1 >= fewest_poses(course, a_pose, seconds * 1e6);
    }
  }
  double wall_us = 0, work_us = 0;
  for (const Account& account : accounts) {
    wall_us += account.wall_us;
    work_us += account.any_us + account.all_us;
  }
  report.slowdown = work_us > 0 ? std::max(1.0, wall_us / work_us) : 1;
  for (std::size_t c = 0; c < contestants.size(); ++c) {
    const double asked = static_cast<double>(std::max<std::size_t>(1, contestants[c].checked));
    contestants[c].any_us = std::max(accounts[c].any_us / asked, 1e-3);
    contestants[c].all_us = std::max(accounts[c].all_us / asked, 1e-3);
  }
  return report;
}

}  // namespace graze::suite
