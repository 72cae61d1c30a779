// SPDX-License-Identifier: Apache-2.0
#include "lab/experiments/record.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <ostream>

#include "graze/error.h"

namespace graze::lab {
namespace {

std::string key_of(const Where& w, const std::string& dataset) {
  return w.experiment + ',' + dataset + ',' + w.method + ',' + w.parameter + ',' + w.quantity;
}

}  // namespace

Thesis::Thesis(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) throw Error(ErrorCode::io, "cannot be opened", file);
  std::string line;
  std::getline(in, line);
  for (std::uint64_t n = 2; std::getline(in, line); ++n) {
    const std::size_t last = line.rfind(',');
    if (last == std::string::npos || last + 1 == line.size())
      throw Error(ErrorCode::format, "a table, dataset, method, parameter, quantity and value are expected", file,
                  Position::line(n));
    numbers_["table_" + line.substr(0, last)] = line.substr(last + 1);
  }
}

std::optional<std::string> Thesis::number(const Where& where) const {
  const auto it = numbers_.find(key_of(where, where.dataset));
  return it == numbers_.end() ? std::nullopt : std::optional(it->second);
}

Record::Record(std::ostream& out, const Thesis& thesis) : out_(out), thesis_(thesis) {
  out_ << "experiment,dataset,method,parameter,quantity,value,thesis\n";
}

void Record::add(const Where& where, double value, const std::string& stands_for) {
  std::string beside;
  if (!stands_for.empty()) {
    Where there = where;
    there.dataset = stands_for;
    beside = thesis_.number(there).value_or("");
  }
  std::array<char, 32> text{};
  if (!std::isnan(value)) std::snprintf(text.data(), text.size(), "%.6g", value);
  out_ << key_of(where, where.dataset) << ',' << text.data() << ',' << beside << '\n' << std::flush;
}

}  // namespace graze::lab
