// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <sstream>

#include "command.h"
#include "output.h"
#include "watch.h"

namespace graze::cli {
namespace {

constexpr const char* kDescription =
    "graze tells whether and where triangle meshes touch: exactly, for any mesh, fast.\n";

constexpr const char* kHelp = R"(
Examples:
  graze info bracket.stl                              what is in the file, and what is wrong with it
  graze check frame.stl wheel.stl                     do they touch as they lie?
  graze check frame.stl wheel.stl --what all --pose "0 0 12.5  1 0 0 0"
  graze fly terrain.ply airplane.ply --poses flight.csv --html report.html
  graze gouge part.stl part.nc --tools tools.json --start 0,0,50         does an NC program cut into its part?
  graze judge frame.stl wheel.stl --poses motion.csv --deadline 20us     the best answer in 20 us, and how sure it is
  graze calibrate frame.stl wheel.stl --poses motion.csv -o pair.json    makes that sureness fit this pair
  graze build terrain.ply -o terrain.graze            prepare once, open in no time
  graze bench --quick -o results                      graze beside other libraries, on poses at prescribed distances

Poses place the second mesh in the frame of the first, as 7 numbers "tx ty tz qw qx qy qz" (translation, unit
quaternion) or 12 (three rows of [R|t]). Mesh files: STL, OBJ, PLY, OFF, glTF/GLB and what assimp reads; all but
build also take models saved by `graze build`.

Exit codes: 0 nothing found, 1 found, 2 not decided (interrupted, out of time) or not shown, 3 wrong use or a file that
cannot be handled.
`graze COMMAND --help` tells the rest.)";

std::string one_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '.' || text.back() == ' ')) text.pop_back();
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  return text;
}

// A file that is opened while a standard stream is closed takes its number, and messages would end up in an output.
// Opened the wrong way round, so that using the stream still fails.
void occupy_standard_streams() {
  for (int stream = 0; stream <= 2; ++stream) {
    if (::fcntl(stream, F_GETFD) == -1) static_cast<void>(::open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY));
  }
}

/// The library takes its best where the name is none.
void warn_of_unknown_isa() {
  const char* wanted = std::getenv("GRAZE_ISA");
  if (wanted == nullptr || *wanted == '\0' ||
      CLI::detail::to_lower(wanted) == CLI::detail::to_lower(std::string(instruction_set())))
    return;
  tell("graze: warning: GRAZE_ISA: '" + one_line(wanted) + "' is no instruction set of this machine; running on " +
       std::string(instruction_set()) + "\n");
}

int parse_and_act(int argc, char** argv) {
  CLI::App app(kDescription, "graze");
  app.footer(kHelp);
  app.set_version_flag("--version", std::string("graze ") + GRAZE_VERSION);
  app.get_formatter()->column_width(34);
  app.require_subcommand(0, 1);
  Action action;
  add_info(app, action);
  add_check(app, action);
  add_fly(app, action);
  add_judge(app, action);
  add_calibrate(app, action);
  add_build(app, action);
#ifdef GRAZE_HAS_NC
  add_gouge(app, action);
#endif
  std::string words;  // of the whole command line, as results keep them
  for (int i = 1; i < argc; ++i) words += (i == 1 ? "" : " ") + std::string(argv[i]);
  add_bench(app, action, words);

  if (argc > 1 && argv[1][0] != '-') {
    const std::string command = argv[1];
    if (command == "help" && argc == 2) {
      write_stdout(app.help());
      return kNothingFound;
    }
    if (app.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == command; }).empty()) {
      return fail("unknown command '" + command +
                  "'; the commands are info, check, fly, gouge, judge, calibrate, build and bench (graze --help)");
    }
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {  // --help, --version
    std::ostringstream out, err;
    app.exit(success, out, err);
    write_stdout(out.str());
    return kNothingFound;
  } catch (const CLI::ParseError& error) {
    const auto chosen = app.get_subcommands();
    const std::string command = chosen.empty() ? "graze" : "graze " + chosen.front()->get_name();
    return fail(one_line(error.what()) + " (" + command + " --help)");
  }
  if (!action) {
    write_stdout(app.help());
    return kNothingFound;
  }
  warn_of_unknown_isa();
  return action();
}

}  // namespace

void tell(const std::string& text) { std::fputs(text.c_str(), stderr); }

int fail(const std::string& what) {
  const bool named = what.rfind("graze: ", 0) == 0;  // as the library's own exceptions are
  tell("graze: error: " + one_line(named ? what.substr(7) : what) + "\n");
  return kFailed;
}

std::string grouped(unsigned long long number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string counted(unsigned long long number, const std::string& noun) {
  return grouped(number) + " " + noun + (number == 1 ? "" : "s");
}

int main(int argc, char** argv) {
  occupy_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away shows as EPIPE
  watch_interrupts();
  try {
    return parse_and_act(argc, argv);
  } catch (const std::bad_alloc&) {
    return fail("out of memory");
  } catch (const std::exception& error) {
    return fail(error.what());
  }
}

}  // namespace graze::cli

int main(int argc, char** argv) { return graze::cli::main(argc, argv); }
