// SPDX-License-Identifier: Apache-2.0
// Options that several commands take, with one spelling and one help text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "graze/model.h"
#include "graze/query.h"

namespace CLI {  // NOLINT(readability-identifier-naming): CLI11 calls itself so
class App;
class Option;
class Validator;
}  // namespace CLI

namespace graze::cli {

/// --volume, --split, --point, --quality, --leaf, --width, --threads and what is for experiments: how hierarchies of
/// mesh files are built.
class BuildFlags {
 public:
  void add_to(CLI::App& app);
  void add_margin_to(CLI::App& app);  ///< `build` only: elsewhere --margin belongs to the query
  BuildOptions options() const;
  bool any_given() const;  ///< one that a saved model cannot obey
  int threads() const { return threads_; }

 private:
  void add_laboratory_to(CLI::App& app);

  std::string volume_ = "automatic", split_ = "automatic", point_ = "automatic", quality_ = "standard", directions_;
  std::string building_ = "top_down", axes_ = "three", leaf_rule_ = "automatic", orientation_ = "given";
  int leaf_ = 0, width_ = 0, threads_ = 0, regroup_ = 0, samples_ = 16;
  double margin_ = 0, regroup_balance_ = 1, subdivide_ = 0;
  std::uint64_t seed_ = 0;
  std::vector<CLI::Option*> given_;
};

/// --what, --method, --descent, --margin, --limit: how poses are examined.
class QueryFlags {
 public:
  void add_to(CLI::App& app, const std::string& default_what);
  QueryOptions options() const;
  bool all() const { return what_ == "all"; }
  const std::string& what() const { return what_; }
  const std::string& descent() const { return descent_; }

 private:
  std::string what_, method_ = "hierarchy", descent_ = "adaptive";
  double margin_ = 0;
  std::size_t limit_ = 0;
};

/// An option that takes one of the choices.
CLI::Option* add_choice(CLI::App& app, const std::string& flag, std::string& target,
                        const std::vector<std::string>& choices, const std::string& help, const std::string& group);

/// For names of outputs.
const CLI::Validator& not_empty();

/// As CLI::Range, which takes "nan": that is neither below nor above.
CLI::Validator between(double low, double high);

/// --json, --csv, -o: where the answer goes and what it looks like.
struct OutputFlags {
  bool json = false, csv = false;
  std::filesystem::path file;
  void add_to(CLI::App& app);
};

}  // namespace graze::cli
