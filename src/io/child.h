// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace graze::detail {

struct ChildLimits {
  std::uint64_t memory = 0;  // bytes beyond what this process uses now; also of the output
  std::chrono::milliseconds time{0};
};

/// Runs `work` in a forked child and returns the bytes it returned. Whatever the child does (crash, hang, exhaust its
/// memory), this process goes on: then, and when `work` throws, Error is thrown, naming `file`. `who` is the culprit.
std::string run_in_child(const std::function<std::string()>& work, const ChildLimits& limits, const std::string& who,
                         const std::filesystem::path& file);

}  // namespace graze::detail
