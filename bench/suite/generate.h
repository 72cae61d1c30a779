// SPDX-License-Identifier: Apache-2.0
// Scenes whose poses are made here, of one model with itself.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "suite/scenes.h"

namespace graze::suite {

/// Of a model that is only read when a scene is made.
std::vector<SceneFile> generated_scenes(const std::filesystem::path& file,
                                        const std::function<std::shared_ptr<const Mesh>()>& mesh,
                                        const SceneOptions& options);

/// By the end of a scene's name: near 10, deep 11, boundary 12, others 0.
int figure_of(std::string_view scene);

}  // namespace graze::suite
