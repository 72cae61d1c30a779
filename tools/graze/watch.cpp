// SPDX-License-Identifier: Apache-2.0
#include "watch.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <utility>

#include "command.h"

namespace graze::cli {
namespace {

volatile std::sig_atomic_t interrupt_flag = 0;

void raise_flag(int) { interrupt_flag = 1; }

}  // namespace

void watch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = raise_flag;
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return interrupt_flag != 0; }

Progress::Progress(std::string label, std::size_t total, std::string noun)
    : label_(std::move(label)),
      noun_(std::move(noun)),
      total_(total),
      enabled_(::isatty(STDERR_FILENO) == 1),
      start_(Clock::now()) {
  last_ = start_;
}

Progress::~Progress() {
  if (shown_) tell("\r\033[K");
}

void Progress::update(std::size_t done) {
  if (!enabled_) return;
  const Clock::time_point now = Clock::now();
  const std::chrono::duration<double> elapsed = now - start_;
  if (elapsed < std::chrono::milliseconds(500) || now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  shown_ = true;
  constexpr std::size_t kWidth = 30;
  const double share = total_ == 0 ? 1.0 : static_cast<double>(done) / static_cast<double>(total_);
  const std::size_t filled = std::min(kWidth, static_cast<std::size_t>(share * kWidth));
  const double left = share > 0 ? elapsed.count() * (1 - share) / share : 0;
  const std::string rate =
      noun_.empty()
          ? ""
          : fmt::format("{} {}/s, ",
                        grouped(static_cast<unsigned long long>(static_cast<double>(done) / elapsed.count())), noun_);
  tell(fmt::format("\r{} [{}{}] {} of {}, {}{:.0f} s left\033[K", label_, std::string(filled, '#'),
                   std::string(kWidth - filled, '.'), done, total_, rate, left));
  std::fflush(stderr);
}

}  // namespace graze::cli
