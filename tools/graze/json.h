// SPDX-License-Identifier: Apache-2.0
// How the library's values look in JSON. Field names are part of the schemas in docs/cli.md.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "graze/graze.h"
#include "input.h"
#include "run.h"

namespace graze::cli {

using Json = nlohmann::ordered_json;

Json to_json(const Vec3& v);
Json to_json(const Pose& pose);  ///< twelve numbers, three rows of [R|t]
Json to_json(const MeshReport& report);
Json to_json(const HierarchyStats& stats);
Json to_json(const Counters& counters);
/// Of Method::study: overlaps, comparisons, disjoint_comparisons.
Json to_json(const StudyCounters& counters);
/// Of an interruptible query: outcome, finished, penetration.
Json bound_json(const PoseResult& pose);
/// How the laboratory's options stand.
Json laboratory_json(const RunOptions& options);
Json to_json(const Contact& contact);
Json to_json(const Input& input);  ///< file and hierarchy in brief, for check and fly

/// CPU, threads, instruction set.
Json machine();

/// Pretty, ends with a newline. File names that are no UTF-8 are written with replacement characters.
std::string text(const Json& document);

/// The same with one more member `key`, an array of row(0) .. row(count - 1), one a line; no two exist at a time.
std::string text(const Json& document, const std::string& key, std::size_t count,
                 const std::function<Json(std::size_t)>& row);

}  // namespace graze::cli
