// SPDX-License-Identifier: Apache-2.0
#include "suite/engines.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "graze/error.h"
#include "graze/query.h"
#include "suite/plugin.h"

namespace graze::suite {
namespace {

class GrazeEngine final : public Rival, public Batching {
 public:
  explicit GrazeEngine(Volume volume) : volume_(volume) { ids_only_.segments = false; }

  std::string name() const override {
    return volume_ == Volume::automatic ? "graze" : "graze-" + std::string(graze::name(volume_));
  }

  void build(const Mesh& a, const Mesh& b) override {
    BuildOptions options;
    options.volume = volume_;
    options.threads = 1;
    a_ = Model::build(a, options);
    b_ = Model::build(b, options);
  }

  void set_poses(const std::vector<Pose>& poses) override { poses_ = poses; }

  bool intersects(std::size_t pose) override { return graze::intersects(*a_, *b_, poses_[pose], {}, &workspace_); }

  std::size_t find_all(std::size_t pose) override {
    graze::contacts(*a_, *b_, poses_[pose], contacts_, ids_only_, &workspace_);
    return contacts_.pairs.size();
  }

  bench::TrianglePairs pairs() const override {
    bench::TrianglePairs result;
    result.reserve(contacts_.pairs.size());
    for (const Contact& contact : contacts_.pairs) result.emplace_back(contact.triangle_a, contact.triangle_b);
    return result;
  }

  double bytes_per_triangle() const override {
    const HierarchyStats a = a_->stats(), b = b_->stats();
    return static_cast<double>(a.node_bytes + a.leaf_bytes + b.node_bytes + b.leaf_bytes) /
           static_cast<double>(std::max<std::size_t>(1, a.triangles + b.triangles));
  }

  bench::Description description() const override {
    bench::Description result;
    result.version = GRAZE_VERSION;
    result.settings = (volume_ == Volume::automatic ? std::string("the volume that graze chooses")
                                                    : "volume " + std::string(graze::name(volume_))) +
                      ", exact predicates, ids of pairs only, built on one thread; all cores: intersects_batch";
    result.arithmetic = bench::Arithmetic::exact;
    return result;
  }

  std::unique_ptr<Rival> share() const override {
    auto other = std::make_unique<GrazeEngine>(volume_);
    other->a_ = a_;
    other->b_ = b_;
    other->poses_ = poses_;
    return other;
  }

  void intersects_all(std::span<const Pose> poses, std::span<std::uint8_t> answers, int threads) override {
    BatchOptions options;
    options.threads = threads;
    intersects_batch(*a_, *b_, poses, answers, options);
  }

 private:
  Volume volume_;
  std::optional<Model> a_, b_;
  std::vector<Pose> poses_;
  Workspace workspace_;
  Contacts contacts_;
  QueryOptions ids_only_;
};

EngineEntry entry_of(std::string origin, std::function<std::unique_ptr<Rival>()> make) {
  const std::unique_ptr<Rival> sample = make();
  return {sample->name(), std::move(origin), std::move(make), sample->description(), sample->abilities()};
}

EngineEntry plugin_entry(const PluginEngine& plugin) {
  const graze_engine_table* const table = plugin.table;
  EngineEntry entry = entry_of(plugin.file.filename().string(), [table] { return make_plugin(*table); });
  entry.description.version = table->version;
  entry.description.settings = table->settings;
  entry.description.arithmetic = table->arithmetic == GRAZE_ENGINE_FLOAT    ? bench::Arithmetic::in_float
                                 : table->arithmetic == GRAZE_ENGINE_DOUBLE ? bench::Arithmetic::in_double
                                                                            : bench::Arithmetic::exact;
  entry.description.threads = (table->abilities & GRAZE_ENGINE_THREADS) != 0;
  return entry;
}

constexpr std::array<std::string_view, 4> kGroups = {"all", "graze-all", "rivals", "plugins"};

bool belongs(const EngineEntry& entry, const std::string& word) {
  const bool own = entry.origin == "graze", rival = entry.origin == "rival";
  return entry.name == word || word == "all" || (word == "graze-all" && own) || (word == "rivals" && rival) ||
         (word == "plugins" && !own && !rival);
}

}  // namespace

std::vector<EngineEntry> engine_catalogue(const std::vector<std::filesystem::path>& plugins) {
  std::vector<EngineEntry> entries;
  const auto add_graze = [&](Volume volume) {
    entries.push_back(entry_of("graze", [volume] { return std::make_unique<GrazeEngine>(volume); }));
  };
  add_graze(Volume::automatic);
  for (const Volume volume : all_volumes()) {
    if (volume != Volume::custom) add_graze(volume);  // it has no directions of its own
  }
  for (const std::string& rival : bench::rival_names()) {
    entries.push_back(entry_of("rival", [rival] { return bench::make_rival(rival); }));
  }
  for (const std::filesystem::path& file : plugins) {
    for (const PluginEngine& plugin : load_plugins(file)) {
      if (std::ranges::find(kGroups, plugin.table->name) != kGroups.end()) {
        throw Error(ErrorCode::format, std::string("its engine is called '") + plugin.table->name + "', as a group is",
                    plugin.file);
      }
      const bool taken =
          std::ranges::any_of(entries, [&](const EngineEntry& e) { return e.name == plugin.table->name; });
      if (taken) {
        throw Error(ErrorCode::format, std::string("there is an engine '") + plugin.table->name + "' already",
                    plugin.file);
      }
      entries.push_back(plugin_entry(plugin));
    }
  }
  return entries;
}

std::vector<EngineEntry> choose_engines(const std::vector<EngineEntry>& catalogue,
                                        const std::vector<std::string>& names) {
  if (names.empty()) return catalogue;
  for (const std::string& word : names) {
    if (word == "plugins" || word == "rivals") continue;  // possibly none
    if (std::ranges::any_of(catalogue, [&](const EngineEntry& e) { return belongs(e, word); })) continue;
    std::string known;
    for (const EngineEntry& e : catalogue) known += (known.empty() ? "" : ", ") + e.name;
    throw std::invalid_argument("no engine '" + word + "' here; there are: " + known +
                                "; and the groups all, graze-all, rivals and plugins");
  }
  std::vector<EngineEntry> chosen;
  for (const EngineEntry& e : catalogue) {
    if (std::ranges::any_of(names, [&](const std::string& word) { return belongs(e, word); })) chosen.push_back(e);
  }
  if (chosen.empty()) throw std::invalid_argument("no engine of that group is here");
  return chosen;
}

std::string name_of(bench::Arithmetic arithmetic) {
  switch (arithmetic) {
    case bench::Arithmetic::exact:
      return "exact";
    case bench::Arithmetic::in_float:
      return "float";
    case bench::Arithmetic::in_double:
      break;
  }
  return "double";
}

}  // namespace graze::suite
