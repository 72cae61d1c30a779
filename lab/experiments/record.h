// SPDX-License-Identifier: Apache-2.0
// Rows of numbers beside the thesis's: experiment,dataset,method,parameter,quantity,value,thesis.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>

namespace graze::lab {

/// A number's place in a table of chapter 2.
struct Where {
  std::string experiment;  ///< "table_1" to "table_8", or an experiment without a table
  std::string dataset;
  std::string method;
  std::string parameter;
  std::string quantity;
};

/// The thesis's numbers, by the names of its own datasets.
class Thesis {
 public:
  /// Throws Error (io, or format with the line).
  explicit Thesis(const std::filesystem::path& file);
  std::optional<std::string> number(const Where& where) const;
  std::size_t size() const { return numbers_.size(); }

 private:
  std::map<std::string, std::string> numbers_;
};

class Record {
 public:
  Record(std::ostream& out, const Thesis& thesis);

  /// `stands_for` is the dataset of the thesis whose number belongs beside; none when empty. NaN: we have no number.
  void add(const Where& where, double value, const std::string& stands_for = {});

 private:
  std::ostream& out_;
  const Thesis& thesis_;
};

}  // namespace graze::lab
