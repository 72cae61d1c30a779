// SPDX-License-Identifier: Apache-2.0
#include "suite/machine.h"

#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <thread>

#include "graze/query.h"
#include "suite/cold.h"

namespace graze::suite {
namespace {

/// The value of the first line that begins with `key`, after its '=' or ':', without quotes.
std::string value_in(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    std::string value = line.substr(std::min(line.size(), line.find_first_of("=:") + 1));
    std::erase(value, '"');
    return value.substr(std::min(value.size(), value.find_first_not_of(" \t")));
  }
  return "";
}

}  // namespace

MachineInfo this_machine() {
  MachineInfo machine;
  machine.cpu = value_in("/proc/cpuinfo", "model name");
  machine.os = value_in("/etc/os-release", "PRETTY_NAME");
  utsname kernel{};
  if (::uname(&kernel) == 0) {  // neither the host's name nor its build
    machine.os +=
        (machine.os.empty() ? "" : ", ") + std::string(kernel.sysname) + " " + kernel.release + " " + kernel.machine;
  }
#if defined(__clang__)
  machine.compiler = "clang " __clang_version__;
#else
  machine.compiler = "g++ " __VERSION__;
#endif
  machine.isa = std::string(instruction_set());
  machine.cores = std::max(1u, std::thread::hardware_concurrency());
  machine.memory_gib =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE)) * 0x1p-30;
  machine.cache_mib = static_cast<double>(largest_cache()) * 0x1p-20;
  return machine;
}

}  // namespace graze::suite
