// SPDX-License-Identifier: Apache-2.0
// Saved models: versioned, checksummed, validated. A corrupt or foreign file is refused with a reason.
#pragma once

#include <filesystem>

#include "build/hierarchy.h"
#include "graze/model.h"

namespace graze::detail {

struct SavedModel {
  Mesh mesh;
  BuildOptions options;
  Hierarchy hierarchy;
};

void write_model(const std::filesystem::path& file, const Mesh& mesh, const BuildOptions& options,
                 const Hierarchy& hierarchy);

/// Checks header, sizes, checksum and then `validate`.
SavedModel read_model(const std::filesystem::path& file);

}  // namespace graze::detail
