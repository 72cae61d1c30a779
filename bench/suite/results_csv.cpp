// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

#include "graze/error.h"
#include "suite/results.h"

namespace graze::suite {
namespace {

/// As RFC 4180 wants it.
std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void write_positive(std::ostream& out, double value) {
  out << ',';
  if (value > 0) out << value;
}

void write_times(std::ostream& out, const Times& t) {
  out << ',' << t.poses << ',' << t.mean << ',' << t.mean_ci[0] << ',' << t.mean_ci[1] << ',' << t.noise_ci[0] << ','
      << t.noise_ci[1] << ',' << t.median << ',' << t.p99 << ',' << t.max << ',' << t.least_mean;
}

void write_ask(std::ostream& out, const SceneResult& scene, const EngineResult& engine, const char* what,
               const AskResult& ask) {
  const std::string begin = field(scene.name) + "," + field(engine.name) + "," + what;
  for (std::size_t l = 0; l < ask.levels.size(); ++l) {
    if (ask.levels[l].poses == 0) continue;
    out << begin << ',' << l << ',' << scene.levels[l].value;
    write_times(out, ask.levels[l]);
    out << ',' << ask.repetitions << ",,,,,,\n";
  }
  out << begin << ",all,";
  write_times(out, ask.times);
  out << ',' << ask.repetitions;
  write_positive(out, ask.cold_mean);
  write_positive(out, ask.one_core_per_second);
  write_positive(out, ask.all_cores_per_second);
  write_positive(out, ask.ratio);
  write_positive(out, engine.build_ms);
  out << ',' << engine.bytes_per_triangle << '\n';
}

}  // namespace

std::string to_csv(const Results& results) {
  std::ostringstream out;
  out.precision(9);
  out << "scene,engine,ask,level,level_value,poses,mean_us,mean_low,mean_high,noise_low,noise_high,median_us,p99_us,"
         "max_us,least_mean_us,repetitions,cold_mean_us,one_core_per_second,all_cores_per_second,ratio,build_ms,"
         "bytes_per_triangle\n";
  for (const SceneResult& scene : results.scenes) {
    for (const EngineResult& engine : scene.engines) {
      if (engine.any) write_ask(out, scene, engine, "any", *engine.any);
      if (engine.all) write_ask(out, scene, engine, "all", *engine.all);
    }
  }
  return out.str();
}

void write_whole(const std::filesystem::path& file, std::string_view text) {
  std::filesystem::path temporary = file;
  temporary += "." + std::to_string(::getpid()) + ".tmp";
  std::error_code error;
  {
    std::ofstream out(temporary, std::ios::binary);
    out.write(text.data(), static_cast<std::streamsize>(text.size()));
    out.close();
    if (!out) {
      const std::string why = std::strerror(errno);
      std::filesystem::remove(temporary, error);
      throw Error(ErrorCode::io, "cannot be written: " + why, file);
    }
  }
  std::filesystem::rename(temporary, file, error);
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(temporary, ignored);
  throw Error(ErrorCode::io, "cannot be written: " + error.message(), file);
}

}  // namespace graze::suite
