// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <cstdio>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <stdexcept>

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

/// Pads by characters, not bytes: µ has two.
std::string right(const std::string& text, std::size_t width) {
  std::size_t characters = 0;
  for (const char c : text) characters += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
  return std::string(width > characters ? width - characters : 0, ' ') + text;
}

std::string hash_text(std::uint64_t hash) { return format("%016llx", static_cast<unsigned long long>(hash)); }

void write_file(const std::filesystem::path& file, const std::function<void(std::ostream&)>& write) {
  std::filesystem::path temporary = file;
  temporary += ".tmp";
  {
    std::ofstream out(temporary);
    write(out);
    out.close();
    if (!out) throw std::runtime_error(temporary.string() + ": cannot write");
  }
  std::filesystem::rename(temporary, file);
}

}  // namespace

Environment environment() {
  Environment result;
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.rfind("model name", 0) != 0) continue;
    result.cpu = line.substr(std::min(line.size(), line.find(':') + 2));
    break;
  }
  result.isa = std::string(instruction_set());
#if defined(__clang__)
  result.compiler = "clang " __clang_version__;
#else
  result.compiler = "g++ " __VERSION__;
#endif
  return result;
}

double speed_up(const std::vector<Row>& rows, const Row& row, const std::string& rival) {
  // Rivals give ids only, so they are timed once for both "all" and "pairs".
  const std::string mode = row.mode == "pairs" ? "all" : row.mode;
  for (const Row& other : rows) {
    if (other.scene == row.scene && other.mode == mode && other.engine == rival) return other.us.mean / row.us.mean;
  }
  return 0;
}

void print_header(std::ostream& out) {
  out << format("%-21s %-5s %-16s %9s %9s %9s %9s %8s %9s %9s %9s %6s\n", "scene", "mode", "engine", "mean", "median",
                "p99", "max", "x", "hits", "pairs", "volumes", "B/tri");
}

void print_rows(std::ostream& out, const std::vector<Row>& rows) {
  std::string rival;
  for (const Row& row : rows) {
    if (row.engine.rfind("graze", 0) != 0 && rival.empty()) rival = row.engine;
  }
  for (const Row& row : rows) {
    const double ratio = row.engine == rival ? 0 : speed_up(rows, row, rival);
    out << format("%-21s %-5s %-16s ", row.scene.c_str(), row.mode.c_str(), row.engine.c_str())
        << right(time_text(row.us.mean), 9) << ' ' << right(time_text(row.us.median), 9) << ' '
        << right(time_text(row.us.p99), 9) << ' ' << right(time_text(row.us.max), 9) << ' '
        << right(ratio > 0 ? format("%.1f", ratio) : "", 8) << ' '
        << right(format("%zu/%zu", row.colliding, row.poses), 9) << ' '
        << right(row.mode == "bool" ? "" : format("%.1f", row.pairs), 9) << ' '
        << right(row.volume_tests > 0 ? format("%.0f", row.volume_tests) : "", 9) << ' '
        << right(format("%.0f", row.bytes_per_triangle), 6) << '\n';
  }
}

void print_disagreements(std::ostream& out, const std::vector<Disagreement>& list) {
  for (const Disagreement& d : list) {
    out << d.scene << ", pose " << d.pose << ", triangles " << d.triangle_a << " and " << d.triangle_b
        << ": graze says " << (d.graze ? "yes" : "no") << ", " << d.engine << (d.graze ? " no" : " yes")
        << "; the exact test says " << (d.truth ? "yes" : "no") << '\n';
  }
}

void write_csv(const std::filesystem::path& file, const std::vector<Row>& rows, const std::string& rival) {
  const Environment env = environment();
  write_file(file, [&](std::ostream& out) {
    out << "scene,mode,engine,volume,triangles_a,triangles_b,poses,colliding,pairs,mean_us,median_us,p99_us,max_us,"
           "speed_up,build_ms,bytes_per_triangle,volume_tests,primitive_tests,exact_tests,hash,cpu,isa,compiler\n";
    for (const Row& r : rows) {
      out << r.scene << ',' << r.mode << ',' << r.engine << ',' << r.volume << ',' << r.triangles_a << ','
          << r.triangles_b << ',' << r.poses << ',' << r.colliding << ',' << r.pairs << ',' << r.us.mean << ','
          << r.us.median << ',' << r.us.p99 << ',' << r.us.max << ',' << speed_up(rows, r, rival) << ',' << r.build_ms
          << ',' << r.bytes_per_triangle << ',' << r.volume_tests << ',' << r.primitive_tests << ',' << r.exact_tests
          << ',' << hash_text(r.hash) << ",\"" << env.cpu << "\"," << env.isa << ",\"" << env.compiler << "\"\n";
    }
  });
}

void write_json(const std::filesystem::path& file, const std::vector<Row>& rows,
                const std::vector<Disagreement>& disagreements, const std::string& rival) {
  using nlohmann::json;
  const Environment env = environment();
  json document;
  document["cpu"] = env.cpu;
  document["isa"] = env.isa;
  document["compiler"] = env.compiler;
  document["rows"] = json::array();
  for (const Row& r : rows) {
    document["rows"].push_back(
        {{"scene", r.scene},
         {"mode", r.mode},
         {"engine", r.engine},
         {"volume", r.volume},
         {"triangles", {r.triangles_a, r.triangles_b}},
         {"poses", r.poses},
         {"colliding", r.colliding},
         {"pairs", r.pairs},
         {"us", {{"mean", r.us.mean}, {"median", r.us.median}, {"p99", r.us.p99}, {"max", r.us.max}}},
         {"speed_up", speed_up(rows, r, rival)},
         {"build_ms", r.build_ms},
         {"bytes_per_triangle", r.bytes_per_triangle},
         {"volume_tests", r.volume_tests},
         {"primitive_tests", r.primitive_tests},
         {"exact_tests", r.exact_tests},
         {"hash", hash_text(r.hash)}});
  }
  document["disagreements"] = json::array();
  for (const Disagreement& d : disagreements) {
    document["disagreements"].push_back({{"scene", d.scene},
                                         {"engine", d.engine},
                                         {"pose", d.pose},
                                         {"triangles", {d.triangle_a, d.triangle_b}},
                                         {"graze", d.graze},
                                         {"truth", d.truth}});
  }
  write_file(file, [&](std::ostream& out) { out << document.dump(1) << '\n'; });
}

}  // namespace graze::bench
