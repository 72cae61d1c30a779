// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <ostream>

namespace graze::bench {
namespace {

template <typename... Values>
std::string format(const char* pattern, Values... values) {
  char text[512];
  std::snprintf(text, sizeof text, pattern, values...);
  return text;
}

/// Three digits with a unit.
std::string time_text(double us) {
  if (us < 1) return format("%.0f ns", us * 1e3);
  if (us < 1000) return format("%.*f µs", us < 10 ? 2 : us < 100 ? 1 : 0, us);
  const double ms = us * 1e-3;
  return format("%.*f ms", ms < 10 ? 2 : ms < 100 ? 1 : 0, ms);
}

std::string ratio_text(double ratio) { return ratio > 0 ? format("%.*f", ratio < 100 ? 1 : 0, ratio) : ""; }

/// Pads by characters, not bytes: µ has two.
std::string right(const std::string& text, std::size_t width) {
  std::size_t characters = 0;
  for (const char c : text) characters += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  return std::string(width > characters ? width - characters : 0, ' ') + text;
}

std::string interval_text(const Ratio& r) {
  return r.poses == 0 ? "" : "[" + ratio_text(r.low) + ", " + ratio_text(r.high) + "]";
}

const char* yes_no(bool yes) { return yes ? "yes" : "no"; }

}  // namespace

void print_header(std::ostream& out) {
  out << format("%-21s %-10s %-16s %9s %9s %9s %9s %7s %15s %7s %11s %9s %8s %5s\n", "scene", "mode", "engine", "mean",
                "median", "p99", "max", "x", "95 %", "x p99", "hits", "pairs", "volumes", "B/tri");
}

void print_rows(std::ostream& out, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    out << format("%-21s %-10s %-16s ", row.scene.c_str(), row.mode.c_str(), row.engine.c_str())
        << right(time_text(row.us.mean), 9) << ' ' << right(time_text(row.us.median), 9) << ' '
        << right(time_text(row.us.p99), 9) << ' ' << right(time_text(row.us.max), 9) << ' '
        << right(ratio_text(row.ratio.mean), 7) << ' ' << right(interval_text(row.ratio), 15) << ' '
        << right(ratio_text(row.ratio.p99), 7) << ' ' << right(format("%zu/%zu", row.colliding, row.poses), 11) << ' '
        << right(row.mode == "bool" || row.mode == "front-bool" ? "" : format("%.1f", row.pairs), 9) << ' '
        << right(row.volume_tests > 0 ? format("%.0f", row.volume_tests) : "", 8) << ' '
        << right(format("%.0f", row.bytes_per_triangle), 5) << '\n';
  }
}

void print_remarks(std::ostream& out, const SceneResult& result) {
  for (const Skipped& s : result.skipped)
    out << "  " << result.scene << ": " << s.engine << " is left out, a pose takes it " << time_text(s.us) << '\n';
  for (const Disagreement& d : result.disagreements) {
    out << "  " << d.scene << ", pose " << d.pose;
    if (d.named) out << ", triangles " << d.triangle_a << " and " << d.triangle_b;
    out << ": graze says " << yes_no(d.graze) << ", " << d.engine << ' ' << yes_no(d.rival) << "; the exact test "
        << yes_no(d.truth) << '\n';
  }
  for (const Agreement& a : result.agreements) {
    if (a.wrong_any + a.wrong_lists + a.unjudged == 0) continue;
    out << "  " << result.scene << ": " << a.engine << " is wrong in " << a.wrong_any << " boolean answers and "
        << a.wrong_lists << " lists of " << a.asked << " poses (" << a.extra << " pairs too many, " << a.missed
        << " missed";
    if (a.unjudged > 0) out << ", " << a.unjudged << " differing answers not judged";
    out << ")\n";
  }
}

void print_summary(std::ostream& out, const std::vector<Summary>& summaries) {
  if (summaries.empty()) return;
  out << format("\n%-10s %-16s %6s %9s %9s   %-28s %s\n", "mode", "engine", "scenes", "geo mean", "geo p99", "least x",
                "least x of p99s");
  for (const Summary& s : summaries) {
    out << format("%-10s %-16s %6zu %9.2f %9.2f   %-28s %s\n", s.mode.c_str(), s.engine.c_str(), s.scenes,
                  s.geometric_mean, s.geometric_mean_p99, format("%.2f %s", s.least, s.least_scene.c_str()).c_str(),
                  format("%.2f %s", s.least_p99, s.least_p99_scene.c_str()).c_str());
  }
}

void print_defeats(std::ostream& out, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    if (!row.is_rival || row.ratio.poses == 0) continue;
    const std::pair<const char*, double> ratios[] = {
        {"mean", row.ratio.mean}, {"median", row.ratio.median}, {"p99", row.ratio.p99}, {"max", row.ratio.max}};
    std::string lost;
    for (const auto& [what, ratio] : ratios) {
      if (ratio < 1) lost += format("%s %s %.2f", lost.empty() ? "" : ",", what, ratio);
    }
    if (!lost.empty()) out << row.engine << " is faster: " << row.scene << ", " << row.mode << ":" << lost << '\n';
  }
}

void print_growth(std::ostream& out, const std::vector<Growth>& series) {
  for (const Growth& g : series) {
    out << "\ngrowth" << (g.family.empty() ? "" : " of " + g.family) << ", " << g.mode << ", " << g.engine << '\n';
    for (std::size_t i = 0; i < g.us.size(); ++i) {
      out << format("  %9.0f triangles ", g.triangles[i]) << right(time_text(g.us[i]), 9) << '\n';
    }
    out << format("  t = %.3f %+.3f log2 n µs, R² %.3f, worst %.0f %% off; as a power law n^%.2f\n", g.fit.a, g.fit.b,
                  g.fit.r2, 100 * g.fit.residual, g.fit.exponent);
  }
}

void print_variants(std::ostream& out, const std::vector<Row>& rows) {
  std::vector<std::string> engines;
  for (const Row& row : rows) {
    if (!row.is_rival && std::find(engines.begin(), engines.end(), row.engine) == engines.end())
      engines.push_back(row.engine);
  }
  if (engines.size() < 2) return;
  out << "\nspeed as a part of " << engines.front() << "'s\n" << format("%-21s %-5s", "scene", "mode");
  for (std::size_t e = 1; e < engines.size(); ++e) out << ' ' << right(engines[e], 16);
  out << '\n';
  std::map<std::string, std::vector<double>> speeds;
  for (const Row& first : rows) {
    if (first.engine != engines.front()) continue;
    out << format("%-21s %-5s", first.scene.c_str(), first.mode.c_str());
    for (std::size_t e = 1; e < engines.size(); ++e) {
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) {
        return r.scene == first.scene && r.mode == first.mode && r.engine == engines[e];
      });
      if (row == rows.end()) continue;
      speeds[engines[e]].push_back(1 / row->ratio.mean);
      out << ' ' << right(format("%.2f", 1 / row->ratio.mean), 16);
    }
    out << '\n';
  }
  out << format("%-27s", "geometric mean");
  for (std::size_t e = 1; e < engines.size(); ++e)
    out << ' ' << right(format("%.2f", geometric_mean(speeds[engines[e]])), 16);
  out << '\n';
}

}  // namespace graze::bench
