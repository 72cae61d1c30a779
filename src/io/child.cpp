// SPDX-License-Identifier: Apache-2.0
#include "io/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <string_view>

#include "graze/error.h"

// Sanitizers reserve terabytes of address space for their shadow: no limit can be set on it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define GRAZE_SHADOW_MEMORY true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define GRAZE_SHADOW_MEMORY true
#endif
#endif
#ifndef GRAZE_SHADOW_MEMORY
#define GRAZE_SHADOW_MEMORY false
#endif

namespace graze::detail {
namespace {

using Clock = std::chrono::steady_clock;

/// The first byte the child sends: the rest is the result, an error's text, or nothing.
enum Tag : char { kResult = 'r', kError = 'e', kMemory = 'm' };

std::uint64_t virtual_memory() {
  std::uint64_t pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r"); file != nullptr) {
    unsigned long value = 0;
    if (std::fscanf(file, "%lu", &value) == 1) pages = value;
    std::fclose(file);
  }
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Resources are an enumeration in glibc and numbers elsewhere.
template <class Resource>
void lower_limit(Resource resource, std::uint64_t value) {
  rlimit limit{};
  if (getrlimit(resource, &limit) != 0) return;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > value) limit.rlim_cur = value;
  setrlimit(resource, &limit);
}

void confine(const ChildLimits& limits) {
  for (int signal_number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGXCPU}) {
    std::signal(signal_number, SIG_DFL);
  }
  if (const int null = open("/dev/null", O_RDWR); null >= 0) {
    for (int fd : {0, 1, 2}) dup2(null, fd);
  }
  lower_limit(RLIMIT_CORE, 0);
  lower_limit(RLIMIT_CPU, static_cast<std::uint64_t>(limits.time.count() / 1000) + 1);
  if (!GRAZE_SHADOW_MEMORY) lower_limit(RLIMIT_AS, virtual_memory() + limits.memory);
}

void send(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) _exit(1);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

[[noreturn]] void child_main(int fd, const std::function<std::string()>& work, const ChildLimits& limits) {
  std::signal(SIGPIPE, SIG_IGN);
  confine(limits);
  try {
    const std::string result = work();
    send(fd, std::string_view("r"));
    send(fd, result);
  } catch (const std::bad_alloc&) {
    send(fd, std::string_view("m"));
  } catch (const std::exception& error) {
    send(fd, std::string_view("e"));
    send(fd, error.what());
  } catch (...) {
    send(fd, std::string_view("e"));
  }
  _exit(0);  // no destructors, no flushing: those belong to the parent
}

/// Reads until the child closes the pipe; false when time or memory run out first.
bool receive(int fd, const ChildLimits& limits, std::string& bytes, std::string& problem) {
  const auto deadline = Clock::now() + limits.time;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd waiting{fd, POLLIN, 0};
    const int ready = left > 0 ? poll(&waiting, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      problem = "did not finish in " + std::to_string(limits.time.count() / 1000) + " s";
      return false;
    }
    const ssize_t n = read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return true;
    if (bytes.size() + static_cast<std::size_t>(n) > limits.memory) {
      problem = "gave more than " + std::to_string(limits.memory >> 20) + " MiB";
      return false;
    }
    bytes.append(buffer.data(), static_cast<std::size_t>(n));
  }
}

}  // namespace

std::string run_in_child(const std::function<std::string()>& work, const ChildLimits& limits, const std::string& who,
                         const std::filesystem::path& file) {
  const auto fail = [&](const std::string& what) { throw Error(ErrorCode::format, who + " " + what, file); };
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw Error(ErrorCode::io, "no pipe to a child process", file);
  for (int fd : ends) fcntl(fd, F_SETFD, FD_CLOEXEC);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    child_main(ends[1], work, limits);
  }
  close(ends[1]);
  if (child < 0) {
    close(ends[0]);
    throw Error(ErrorCode::io, "no child process could be started", file);
  }
  std::string bytes, problem;
  const bool finished = receive(ends[0], limits, bytes, problem);
  close(ends[0]);
  if (!finished) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!finished) fail(problem);
  if (WIFSIGNALED(status)) fail("crashed on it (signal " + std::to_string(WTERMSIG(status)) + ")");
  const char tag = bytes.empty() ? '\0' : bytes[0];
  if (tag == kMemory) fail("needs more than " + std::to_string(limits.memory >> 20) + " MiB for it");
  if (tag == kError) fail("cannot read it: " + bytes.substr(1));
  if (tag != kResult) fail("stopped without a result");
  return bytes.substr(1);
}

}  // namespace graze::detail
