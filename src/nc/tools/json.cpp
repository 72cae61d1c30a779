// SPDX-License-Identifier: Apache-2.0
#include "nc/tools/json.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "graze/error.h"
#include "nc/tools/text.h"

namespace graze::nc::detail::tools {
namespace {

constexpr std::size_t kMaxDepth = 64;

/// Counts the lines that the lexer has passed. It reads one character beyond a number, which may be the line's end.
class LineIterator {
 public:
  using iterator_category = std::input_iterator_tag;  // NOLINT(readability-identifier-naming): the standard's name
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  LineIterator(const char* at, std::uint64_t* line) : at_(at), line_(line) {}
  reference operator*() const { return *at_; }
  LineIterator& operator++() {
    if (pending_) ++*line_;
    pending_ = *at_ == '\n';
    ++at_;
    return *this;
  }
  bool operator==(const LineIterator& other) const { return at_ == other.at_; }
  bool operator!=(const LineIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::uint64_t* line_;
  bool pending_ = false;
};

class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(const std::uint64_t& line, const std::filesystem::path& name) : line_(line), name_(name) {}

  bool null() override { return put({}); }
  bool boolean(bool value) override {
    Json json = make(Json::Kind::boolean);
    json.boolean = value;
    return put(std::move(json));
  }
  bool number_integer(number_integer_t value) override { return put_number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override { return put_number(static_cast<double>(value)); }
  bool number_float(number_float_t value, const string_t&) override { return put_number(value); }
  bool string(string_t& value) override {
    Json json = make(Json::Kind::text);
    json.text = std::move(value);
    return put(std::move(json));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::Kind::object); }
  bool start_array(std::size_t) override { return open(Json::Kind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    std::vector<std::string>& keys = open_.back().keys;
    if (std::find(keys.begin(), keys.end(), value) != keys.end()) fail("the key " + in_quotes(value) + " twice");
    keys.push_back(std::move(value));
    return true;
  }
  bool parse_error(std::size_t, const std::string& token, const nlohmann::detail::exception& error) override {
    if (dynamic_cast<const nlohmann::detail::out_of_range*>(&error)) fail("a number that is too large");
    fail(token.empty() ? "JSON ends too early or is malformed" : "malformed JSON near " + in_quotes(token));
  }

  Json take() { return std::move(root_); }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(ErrorCode::format, message, name_, Position::line(line_));
  }
  Json make(Json::Kind kind) const {
    Json json;
    json.kind = kind;
    json.line = line_;
    return json;
  }
  bool put_number(double value) {
    Json json = make(Json::Kind::number);
    json.number = value;
    return put(std::move(json));
  }
  bool put(Json json) {
    if (json.kind == Json::Kind::null) json.line = line_;
    (open_.empty() ? root_ : open_.back().items.emplace_back()) = std::move(json);
    return true;
  }
  bool open(Json::Kind kind) {
    if (open_.size() == kMaxDepth) fail("JSON nested deeper than " + std::to_string(kMaxDepth));
    open_.push_back(make(kind));
    return true;
  }
  bool close() {
    Json json = std::move(open_.back());
    open_.pop_back();
    return put(std::move(json));
  }

  const std::uint64_t& line_;
  const std::filesystem::path& name_;
  std::vector<Json> open_;
  Json root_;
};

}  // namespace

const Json* Json::find(std::string_view key) const {
  const auto at = std::find(keys.begin(), keys.end(), key);
  return at == keys.end() ? nullptr : &items[static_cast<std::size_t>(at - keys.begin())];
}

Json parse_json(std::string_view text, const std::filesystem::path& name) {
  std::uint64_t line = 1;
  Builder builder(line, name);
  nlohmann::json::sax_parse(LineIterator(text.data(), &line), LineIterator(text.data() + text.size(), &line), &builder);
  return builder.take();
}

}  // namespace graze::nc::detail::tools
