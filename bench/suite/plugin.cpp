// SPDX-License-Identifier: Apache-2.0
#include "suite/plugin.h"

#include <dlfcn.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "graze/error.h"

namespace graze::suite {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kMostEngines = 64;
constexpr std::uint32_t kAllAbilities =
    GRAZE_ENGINE_EXACT_ANY | GRAZE_ENGINE_EXACT_PAIRS | GRAZE_ENGINE_EARLY_EXIT | GRAZE_ENGINE_THREADS;

bool is_word(const char* text) {
  const std::string_view word(text);
  return !word.empty() && word.size() <= 40 && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  });
}

/// Nothing, or why the table cannot be used.
std::string objection(const graze_engine_table& table) {
  if (table.abi != GRAZE_ENGINE_ABI) {
    return "speaks version " + std::to_string(table.abi) + " of the engines' ABI; this graze speaks " +
           std::to_string(GRAZE_ENGINE_ABI);
  }
  if (table.table_size < sizeof(graze_engine_table)) {
    return "its table has " + std::to_string(table.table_size) + " bytes, " +
           std::to_string(sizeof(graze_engine_table)) + " are needed";
  }
  const std::pair<const char*, bool> members[] = {
      {"name", table.name != nullptr},           {"version", table.version != nullptr},
      {"settings", table.settings != nullptr},   {"create", table.create != nullptr},
      {"destroy", table.destroy != nullptr},     {"build", table.build != nullptr},
      {"set_poses", table.set_poses != nullptr}, {"intersects", table.intersects != nullptr},
      {"find_all", table.find_all != nullptr},   {"pairs", table.pairs != nullptr},
      {"bytes", table.bytes != nullptr},         {"last_error", table.last_error != nullptr}};
  for (const auto& [member, there] : members) {
    if (!there) return std::string("its table has no ") + member;
  }
  if (!is_word(table.name)) return "its name is not a word of lower-case letters, digits, '-', '_' and '.'";
  if ((table.abilities & ~kAllAbilities) != 0) return "claims abilities that are not of this ABI";
  if (table.arithmetic < GRAZE_ENGINE_FLOAT || table.arithmetic > GRAZE_ENGINE_EXACT) {
    return "its arithmetic is none of float, double and exact";
  }
  return "";
}

std::vector<PluginEngine> load_library(const fs::path& file) {
  // An absolute name: without a slash dlopen would search the system's folders.
  void* const library = ::dlopen(fs::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    const char* const why = ::dlerror();
    throw Error(ErrorCode::format, std::string("cannot be loaded as a shared library: ") + (why ? why : "unknown"),
                file);
  }
  using Entry = const graze_engine_table* (*)(std::uint32_t);
  const auto entry = reinterpret_cast<Entry>(::dlsym(library, "graze_engine"));
  if (entry == nullptr) throw Error(ErrorCode::format, "exports no function graze_engine (graze/engine.h)", file);
  std::vector<PluginEngine> engines;
  for (std::uint32_t i = 0; i < kMostEngines; ++i) {
    const graze_engine_table* const table = entry(i);
    if (table == nullptr) break;
    if (const std::string why = objection(*table); !why.empty()) {
      throw Error(ErrorCode::format, "engine " + std::to_string(i) + ": " + why, file);
    }
    engines.push_back({file, table});
  }
  if (engines.empty()) throw Error(ErrorCode::format, "graze_engine(0) is NULL: there is no engine in it", file);
  return engines;
}

class Plugin final : public bench::Rival {
 public:
  explicit Plugin(const graze_engine_table& table) : table_(table), self_(table.create()) {
    if (self_ == nullptr) throw std::runtime_error(name() + ": create failed");
  }
  ~Plugin() override { table_.destroy(self_); }
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  std::string name() const override { return table_.name; }

  void build(const Mesh& a, const Mesh& b) override {
    static_assert(sizeof(Vec3) == 3 * sizeof(double) && sizeof(Triangle) == 3 * sizeof(std::uint32_t));
    const auto view = [](const Mesh& mesh) {
      return graze_engine_mesh{reinterpret_cast<const double*>(mesh.vertices.data()), mesh.vertices.size(),
                               reinterpret_cast<const std::uint32_t*>(mesh.triangles.data()), mesh.triangles.size()};
    };
    const graze_engine_mesh mesh_a = view(a), mesh_b = view(b);
    sizes_ = {a.triangles.size(), b.triangles.size()};
    if (table_.build(self_, &mesh_a, &mesh_b) != 0) fail("build");
  }

  void set_poses(const std::vector<Pose>& poses) override {
    std::vector<double> rows;
    rows.reserve(12 * poses.size());
    for (const Pose& pose : poses) {
      const double t[3] = {pose.t.x, pose.t.y, pose.t.z};
      for (int i = 0; i < 3; ++i) {
        rows.insert(rows.end(), pose.r + 3 * i, pose.r + 3 * i + 3);
        rows.push_back(t[i]);
      }
    }
    if (table_.set_poses(self_, rows.data(), poses.size()) != 0) fail("set_poses");
  }

  bool intersects(std::size_t pose) override {
    const int answer = table_.intersects(self_, pose);
    if (answer < 0) fail("intersects");
    return answer > 0;
  }

  std::size_t find_all(std::size_t pose) override {
    const std::int64_t count = table_.find_all(self_, pose);
    if (count < 0) fail("find_all");
    return static_cast<std::size_t>(count);
  }

  bench::TrianglePairs pairs() const override {
    const std::size_t count = table_.pairs(self_, nullptr, 0);
    // Nothing is asked for that would not fit.
    if (count > sizes_.first * sizes_.second) fail_pairs("has more pairs than there are");
    std::vector<std::uint32_t> flat(2 * count);
    if (table_.pairs(self_, flat.data(), count) != count) fail_pairs("counts its pairs differently the second time");
    bench::TrianglePairs pairs;
    pairs.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t a = flat[2 * i], b = flat[2 * i + 1];
      // What compares lists looks these triangles up.
      if (a >= sizes_.first || b >= sizes_.second) fail_pairs("names a triangle that does not exist");
      pairs.emplace_back(a, b);
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }

  double bytes_per_triangle() const override {
    return static_cast<double>(table_.bytes(self_)) /
           static_cast<double>(std::max<std::size_t>(1, sizes_.first + sizes_.second));
  }

  bench::Abilities abilities() const override {
    const auto has = [this](std::uint32_t ability) { return (table_.abilities & ability) != 0; };
    return {has(GRAZE_ENGINE_EXACT_PAIRS), has(GRAZE_ENGINE_EXACT_ANY), has(GRAZE_ENGINE_EARLY_EXIT)};
  }

 private:
  [[noreturn]] void fail(const char* function) const {
    const char* const why = table_.last_error(self_);
    std::string line = why != nullptr ? why : "failed";
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\r'; }, ' ');  // reports have one for it
    throw std::runtime_error(name() + ": " + function + ": " + line);
  }
  [[noreturn]] void fail_pairs(const char* what) const { throw std::runtime_error(name() + ": pairs: it " + what); }

  const graze_engine_table& table_;
  graze_engine_instance* self_;
  std::pair<std::size_t, std::size_t> sizes_;
};

}  // namespace

std::vector<PluginEngine> load_plugins(const fs::path& file_or_folder) {
  std::error_code ignored;
  if (!fs::exists(file_or_folder, ignored)) {
    throw Error(ErrorCode::io, "no such shared library or folder", file_or_folder);
  }
  if (!fs::is_directory(file_or_folder, ignored)) return load_library(file_or_folder);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(file_or_folder)) {
    if (entry.path().extension() == ".so") files.push_back(entry.path());
  }
  if (files.empty()) throw Error(ErrorCode::io, "no shared library (*.so) in this folder", file_or_folder);
  std::sort(files.begin(), files.end());
  std::vector<PluginEngine> engines;
  for (const fs::path& file : files) {
    for (const PluginEngine& engine : load_library(file)) engines.push_back(engine);
  }
  return engines;
}

std::unique_ptr<bench::Rival> make_plugin(const graze_engine_table& table) { return std::make_unique<Plugin>(table); }

}  // namespace graze::suite
