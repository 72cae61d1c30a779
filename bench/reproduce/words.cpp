// SPDX-License-Identifier: Apache-2.0
#include "words.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <sstream>
#include <stdexcept>

namespace graze::reproduce {
namespace {

template <typename Enum>
Enum named(const std::vector<Enum>& values, const std::string& text) {
  for (const Enum value : values) {
    if (name(value) == text) return value;
  }
  throw std::invalid_argument("no such name");
}

template <typename Number>
Number number(const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) throw std::invalid_argument("not a number");
  return value;
}

int count(const std::string& text) { return number<int>(text); }

bool yes_or_no(const std::string& text) {
  if (text != "0" && text != "1") throw std::invalid_argument("0 or 1");
  return text == "1";
}

/// "1,0,0,0,1,0,...": commas only, words end at blanks.
std::vector<Vec3> directions(const std::string& text) {
  std::vector<double> numbers;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, ',');) numbers.push_back(number<double>(part));
  if (numbers.size() % 3 != 0) throw std::invalid_argument("each direction takes three numbers");
  std::vector<Vec3> out;
  for (std::size_t i = 0; i < numbers.size(); i += 3) out.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  return out;
}

std::vector<Volume> volumes() {
  std::vector<Volume> list(all_volumes().begin(), all_volumes().end());
  list.insert(list.end(), {Volume::automatic, Volume::custom});
  return list;
}

std::vector<Split> splits() {
  std::vector<Split> list(all_splits().begin(), all_splits().end());
  list.push_back(Split::automatic);
  return list;
}

using Set = std::function<void(Method&, const std::string&)>;

struct Word {
  const char* name;
  Set set;
};

/// The same for both models.
template <typename Value>
Set both(Value BuildOptions::*field, const std::function<Value(const std::string&)>& read) {
  return [field, read](Method& m, const std::string& text) { m.environment.*field = m.object.*field = read(text); };
}

template <typename Enum>
std::function<Enum(const std::string&)> one_of(std::vector<Enum> values) {
  return [values = std::move(values)](const std::string& text) { return named(values, text); };
}

void set_front(Method& m, const std::string& text) {
  if (text == "pairs") {
    m.planes = true;
  } else if (text == "environment" || text == "environment_pairs") {
    m.query.method = graze::Method::study;
    m.front = std::max(m.front, 1);
    m.front_pairs = text == "environment_pairs";
  } else if (text != "none") {
    throw std::invalid_argument("none, pairs, environment or environment_pairs");
  }
}

std::vector<Word> build_words() {
  using B = BuildOptions;
  return {
      {"volume", both<Volume>(&B::volume, one_of(volumes()))},
      {"directions", both<std::vector<Vec3>>(&B::directions, directions)},
      {"split", both<Split>(&B::split, one_of(splits()))},
      {"point",
       both<SplitPoint>(&B::point, one_of<SplitPoint>({SplitPoint::automatic, SplitPoint::mean, SplitPoint::median,
                                                       SplitPoint::best, SplitPoint::sampled}))},
      {"quality", both<Quality>(&B::quality, one_of<Quality>({Quality::standard, Quality::fast}))},
      {"leaf", both<int>(&B::leaf_size, count)},
      {"object-leaf", [](Method& m, const std::string& text) { m.object.leaf_size = count(text); }},
      {"leaf-rule", both<LeafRule>(&B::leaf_rule, one_of<LeafRule>({LeafRule::automatic, LeafRule::thesis}))},
      {"width", both<int>(&B::width, count)},
      {"building", both<Building>(&B::building, one_of<Building>({Building::top_down, Building::bottom_up}))},
      {"split-axes", both<SplitAxes>(&B::split_axes, one_of<SplitAxes>({SplitAxes::three, SplitAxes::all}))},
      {"regroup", both<int>(&B::regroup, count)},
      {"regroup-balance", both<double>(&B::regroup_balance, number<double>)},
      {"subdivide", both<double>(&B::subdivide, number<double>)},
      {"orientation",
       both<Orientation>(&B::orientation, one_of<Orientation>({Orientation::given, Orientation::optimal}))},
      {"samples", both<int>(&B::samples, count)},
      {"seed", both<std::uint64_t>(&B::seed, number<std::uint64_t>)},
  };
}

/// Of the study: it is implied, as on the command line.
template <typename Change>
Set studied(const Change& change) {
  return [change](Method& m, const std::string& text) {
    m.query.method = graze::Method::study;
    change(m.query.study, text);
  };
}

std::vector<Word> query_words() {
  const auto methods =
      one_of<graze::Method>({graze::Method::hierarchy, graze::Method::brute_force, graze::Method::study});
  const auto descents =
      one_of<Descent>({Descent::adaptive, Descent::larger, Descent::a_first, Descent::lock_step, Descent::restart});
  const auto tumblings = one_of<Tumbling>({Tumbling::automatic, Tumbling::hill_climbing, Tumbling::vertices,
                                           Tumbling::root_hill_climbing, Tumbling::duality});
  const auto orders = one_of<IntervalOrder>({IntervalOrder::stored, IntervalOrder::spread, IntervalOrder::thinnest});
  return {
      {"method", [methods](Method& m, const std::string& text) { m.query.method = methods(text); }},
      {"descent", [descents](Method& m, const std::string& text) { m.query.descent = descents(text); }},
      {"margin", [](Method& m, const std::string& text) { m.query.margin = number<double>(text); }},
      {"tumbling", studied([tumblings](StudyOptions& s, const std::string& text) { s.tumbling = tumblings(text); })},
      {"order", studied([orders](StudyOptions& s, const std::string& text) { s.order = orders(text); })},
      {"intervals",
       studied([](StudyOptions& s, const std::string& text) { s.intervals = number<std::uint8_t>(text); })},
      {"closure", studied([](StudyOptions& s, const std::string& text) { s.closure = yes_or_no(text); })},
      {"front", set_front},
      {"front-levels", [](Method& m, const std::string& text) { m.front = count(text); }},
      {"steps",
       [](Method& m, const std::string& text) {
         m.query.method = graze::Method::study;
         m.limits.steps = number<std::uint64_t>(text);
       }},
      {"time-limit",
       [](Method& m, const std::string& text) {
         m.query.method = graze::Method::study;
         m.limits.time = std::chrono::nanoseconds(std::llround(1000 * number<double>(text)));
       }},
  };
}

std::vector<Word> all_words() {
  std::vector<Word> words = build_words();
  const std::vector<Word> more = query_words();
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

Method method_of_words(const std::string& words) {
  Method m;
  m.name = words;
  m.query.segments = false;
  const std::vector<Word> known = all_words();
  std::istringstream in(words);
  for (std::string word; in >> word;) {
    const std::size_t equals = word.find('=');
    const auto at =
        std::find_if(known.begin(), known.end(), [&](const Word& w) { return word.substr(0, equals) == w.name; });
    if (equals == std::string::npos || at == known.end()) {
      throw std::invalid_argument("'" + word + "' is not OPTION=VALUE with an option of this program");
    }
    try {
      at->set(m, word.substr(equals + 1));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("'" + word + "': " + error.what());
    }
  }
  return m;
}

std::vector<std::string> option_names() {
  std::vector<std::string> names;
  for (const Word& word : all_words()) names.emplace_back(word.name);
  return names;
}

}  // namespace graze::reproduce
