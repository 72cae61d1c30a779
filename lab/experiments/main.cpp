// SPDX-License-Identifier: Apache-2.0
// graze_lab: the experiments of the thesis's chapter 2, as CSV with the thesis's numbers beside.
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#ifdef GRAZE_LAB_HAS_IO
#include <filesystem>

#include "graze/io.h"
#endif

#include "lab/experiments/tables.h"

namespace {

constexpr const char* kUsage =
    R"(usage: graze_lab [OPTIONS]        tables 1 to 8 of the thesis's chapter 2 for our datasets

  --quick             three environments, three flying objects, 500 steps
  --steps N           of a billiard path (2000; the thesis flew 10000)
  --rounds N          each method flies it so often, the fastest counts (3)
  --worlds A,B,...    environments (all)
  --flyers A,B,...    flying objects (all)
  --fly ENV OBJECT POSES  instead: all methods along a path of one's own, files as `graze fly` takes them
  --parameters        instead: grid size, axis rules and thresholds on the environments and objects named
  --out FILE          instead of standard output
  --thesis FILE       the thesis's numbers
  --list              environments and flying objects

Rows are experiment,dataset,method,parameter,quantity,value,thesis. Exit code 1: a method gave a wrong answer; 3: usage.
)";

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');) words.push_back(word);
  return words;
}

struct Options {
  graze::lab::TableOptions tables;
  bool parameters = false, list = false, help = false;
  std::vector<std::string> files;  // of --fly
  std::string out;
  std::string thesis = GRAZE_LAB_DATA "/thesis_chapter2.csv";
};

int positive(const std::string& text) {
  std::size_t used = 0;
  const int n = std::stoi(text, &used);
  if (used != text.size() || n < 1) throw std::invalid_argument(text);
  return n;
}

Options parse(int argc, char** argv) {
  Options options;
  options.tables.contest.steps = 2000;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&]() -> std::string {
      if (i + 1 >= argc) throw std::invalid_argument(word + " needs a value");
      return argv[++i];
    };
    const auto count = [&] {
      const std::string text = value();
      try {
        return positive(text);
      } catch (const std::exception&) {
        throw std::invalid_argument(std::string(word).append(" needs a positive number, not ").append(text));
      }
    };
    if (word == "--quick") {
      options.tables.contest.steps = 500;
      options.tables.worlds = {"lake", "500t", "s16.6easy"};
      options.tables.flyers = {"tetra", "bishop", "spitfire"};
    } else if (word == "--steps") {
      options.tables.contest.steps = count();
    } else if (word == "--rounds") {
      options.tables.contest.rounds = count();
    } else if (word == "--worlds") {
      options.tables.worlds = split(value());
    } else if (word == "--flyers") {
      options.tables.flyers = split(value());
    } else if (word == "--out") {
      options.out = value();
    } else if (word == "--thesis") {
      options.thesis = value();
    } else if (word == "--fly") {
      for (int k = 0; k < 3; ++k) options.files.push_back(value());
    } else if (word == "--parameters") {
      options.parameters = true;
    } else if (word == "--list") {
      options.list = true;
    } else if (word == "--help" || word == "-h") {
      options.help = true;
    } else {
      throw std::invalid_argument("unknown option '" + word + "'");
    }
  }
  return options;
}

void check_names(const std::vector<std::string>& names, const std::vector<graze::scenes::Chapter2Item>& items) {
  for (const std::string& name : names) {
    bool known = false;
    for (const graze::scenes::Chapter2Item& item : items) known = known || item.name == name;
    if (!known) throw std::invalid_argument("unknown or missing here: '" + name + "' (--list names all)");
  }
}

std::size_t fly(const Options& options, graze::lab::Record& record) {
#ifdef GRAZE_LAB_HAS_IO
  return graze::lab::write_flight(std::filesystem::path(options.files[0]).filename().string(),
                                  graze::load_mesh(options.files[0]), graze::load_mesh(options.files[1]),
                                  graze::load_poses(options.files[2]), options.tables.contest, record);
#else
  static_cast<void>(record);
  throw std::invalid_argument("--fly " + options.files[0] + ": graze is built without GRAZE_IO");
#endif
}

void list() {
  for (const auto& [heading, items] : {std::pair{"environments", graze::scenes::chapter2_worlds()},
                                       {"flying objects", graze::scenes::chapter2_flyers()}}) {
    std::cout << heading << '\n';
    for (const graze::scenes::Chapter2Item& item : items)
      std::cout << "  " << item.name << ": " << item.what << " (for " << item.thesis << ")\n";
  }
}

int run(int argc, char** argv) {
  Options options = parse(argc, argv);
  if (options.help) {
    std::cout << kUsage;
    return 0;
  }
  if (options.list) {
    list();
    return 0;
  }
  check_names(options.tables.worlds, graze::scenes::chapter2_worlds());
  check_names(options.tables.flyers, graze::scenes::chapter2_flyers());
  if (options.parameters && options.tables.worlds.empty()) options.tables.worlds = {"hills", "1000t", "s9.20rp"};
  if (options.parameters && options.tables.flyers.empty()) options.tables.flyers = {"socbal"};
  const graze::lab::Thesis thesis(options.thesis);
  std::ofstream file;
  if (!options.out.empty()) {
    file.open(options.out);
    if (!file) throw std::runtime_error(options.out + " cannot be written");
  }
  graze::lab::Record record(options.out.empty() ? std::cout : file, thesis);
  const std::size_t wrong = !options.files.empty() ? fly(options, record)
                            : options.parameters   ? write_parameters(options.tables, record, std::cerr)
                                                   : write_tables(options.tables, record, std::cerr);
  if (wrong > 0) std::cerr << wrong << " wrong answers\n";
  return wrong > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "graze_lab: " << error.what() << '\n';
    return 3;
  }
}
