// SPDX-License-Identifier: Apache-2.0
#include "nc/gcode/source.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <unordered_map>

#include "nc/gcode/number.h"

namespace graze::nc::detail {

std::string_view Source::line_at(std::size_t offset) const {
  const char* const begin = text.data() + offset;
  const void* const stop = std::memchr(begin, '\n', text.size() - offset);
  return stop == nullptr ? text.substr(offset)
                         : std::string_view(begin, static_cast<std::size_t>(static_cast<const char*>(stop) - begin));
}

std::size_t Source::after_line(std::size_t offset) const {
  return std::min(text.size(), offset + line_at(offset).size() + 1);
}

// A word of letters at p, blanks between them skipped as everywhere, or nullptr.
static const char* match(const char* p, const char* end, std::string_view word) {
  for (const char c : word) {
    p = skip_blanks(p, end);
    if (p == end || lower(*p) != c) return nullptr;
    ++p;
  }
  return p;
}

Keyword parse_keyword(const char*& p, const char* end) {
  struct Name {
    std::string_view text;
    Keyword keyword;
  };
  // Longer ones first where one begins another.
  static constexpr std::array kNames = {
      Name{"endsub", Keyword::endsub},       Name{"sub", Keyword::sub},     Name{"call", Keyword::call},
      Name{"return", Keyword::returns},      Name{"if", Keyword::when},     Name{"elseif", Keyword::elseif},
      Name{"else", Keyword::otherwise},      Name{"endif", Keyword::endif}, Name{"while", Keyword::loop},
      Name{"endwhile", Keyword::endwhile},   Name{"do", Keyword::begin},    Name{"repeat", Keyword::repeat},
      Name{"endrepeat", Keyword::endrepeat}, Name{"break", Keyword::leave}, Name{"continue", Keyword::again}};
  for (const Name& name : kNames) {
    if (const char* after = match(p, end, name.text)) {
      p = after;
      return name.keyword;
    }
  }
  return Keyword::none;
}

OWord parse_o_word(const char* p, const char* end) {
  OWord word;
  p = skip_blanks(p, end);
  if (p != end && *p == '<') {
    while (++p != end && *p != '>') {
      if (!is_blank(*p)) word.label += lower(*p);
    }
    if (p != end) ++p;
  } else {
    for (; p != end && (is_digit(*p) || is_blank(*p)); ++p) {
      if (is_digit(*p)) word.label += *p;
    }
    word.label.erase(0, std::min(word.label.find_first_not_of('0'), std::max<std::size_t>(word.label.size(), 1) - 1));
    word.computed = word.label.empty();
  }
  if (!word.computed) word.keyword = parse_keyword(p, end);
  word.tail = p;
  return word;
}

// Past what may stand before the first word that matters: /, /2, N10; N's value goes to `n`.
static const char* skip_front(const char* p, const char* end, double& n) {
  p = skip_blanks(p, end);
  if (p != end && *p == '/') {
    p = skip_blanks(p + 1, end);
    while (p != end && is_digit(*p)) ++p;
    p = skip_blanks(p, end);
  }
  if (p != end && lower(*p) == 'n') {
    const Number number = parse_number(skip_blanks(p + 1, end), end);
    if (number.end != nullptr) {
      n = number.value;
      p = skip_blanks(number.end, end);
    }
  }
  return p;
}

// Macro B's WHILE [..] DO1, DO1 and END1 are flow lines with the label "do 1", which no O word can have.
static bool macro_line(const char* p, const char* end, FlowLine& line) {
  const char* after = nullptr;
  if ((after = match(p, end, "while")) != nullptr) {
    line.keyword = Keyword::loop;
    const char* close = end;
    while (close != after && *(close - 1) != ']') --close;
    if (close == after || (p = match(close, end, "do")) == nullptr) return false;
  } else if ((after = match(p, end, "end")) != nullptr) {
    line.keyword = Keyword::endwhile;
    p = after;
  } else if ((after = match(p, end, "do")) != nullptr) {
    line.keyword = Keyword::loop;
    p = after;
  } else {
    return false;
  }
  const Number number = parse_number(skip_blanks(p, end), end);
  if (number.end == nullptr || number.value > 99) return false;
  line.label = "do " + std::to_string(static_cast<int>(number.value));
  return true;
}

namespace {

// Pairs ends with beginnings as lines come; labels are those of one sub, so that others may use them again.
class Pairing {
 public:
  void add(std::vector<FlowLine>& flow) {
    const int here = static_cast<int>(flow.size()) - 1;
    FlowLine& line = flow.back();
    switch (line.keyword) {
      case Keyword::program:
      case Keyword::sub:
        open_.clear();
        leaving_.clear();
        open_sub_ = line.keyword == Keyword::sub ? here : -1;
        break;
      case Keyword::endsub:
        if (open_sub_ >= 0 && flow[static_cast<std::size_t>(open_sub_)].label == line.label) {
          flow[static_cast<std::size_t>(open_sub_)].next = here;
        }
        open_sub_ = -1;
        break;
      case Keyword::loop: {
        const auto found = open_.find(line.label);
        if (found == open_.end() || flow[static_cast<std::size_t>(found->second)].keyword != Keyword::begin) {
          open_[line.label] = here;
          break;
        }
        line.keyword = Keyword::do_while;
        close(flow, here);
        break;
      }
      case Keyword::when:
      case Keyword::begin:
      case Keyword::repeat:
        open_[line.label] = here;
        break;
      case Keyword::elseif:
      case Keyword::otherwise:
      case Keyword::endif:
      case Keyword::endwhile:
      case Keyword::endrepeat:
        close(flow, here);
        break;
      case Keyword::leave:
      case Keyword::again:
        leaving_[line.label].push_back(here);
        break;
      default:
        break;
    }
  }

 private:
  void close(std::vector<FlowLine>& flow, int here) {
    FlowLine& line = flow[static_cast<std::size_t>(here)];
    const auto found = open_.find(line.label);
    if (found == open_.end()) return;
    FlowLine& opening = flow[static_cast<std::size_t>(found->second)];
    const Keyword opener = opening.keyword;
    const bool branch = line.keyword == Keyword::elseif || line.keyword == Keyword::otherwise;
    const bool fits = branch || line.keyword == Keyword::endif ? opener == Keyword::when || opener == Keyword::elseif ||
                                                                     (opener == Keyword::otherwise && !branch)
                      : line.keyword == Keyword::endwhile  ? opener == Keyword::loop
                      : line.keyword == Keyword::endrepeat ? opener == Keyword::repeat
                                                           : opener == Keyword::begin;
    if (!fits) return;
    opening.next = here;
    line.next = found->second;
    if (branch) {
      line.next = -1;  // until the next branch
      found->second = here;
      return;
    }
    open_.erase(found);
    if (line.keyword == Keyword::endif) return;
    for (const int leave : leaving_[line.label]) flow[static_cast<std::size_t>(leave)].next = here;
    leaving_.erase(line.label);
  }

  std::unordered_map<std::string, int> open_;
  std::unordered_map<std::string, std::vector<int>> leaving_;
  int open_sub_ = -1;
};

}  // namespace

void index_source(Source& source) {
  if (source.indexed) return;
  source.indexed = true;
  Pairing pairing;
  std::uint32_t number = 0;
  for (std::size_t offset = 0; offset < source.text.size();) {
    ++number;
    const std::string_view text = source.line_at(offset);
    const char* const end = text.data() + text.size();
    double n = -1;
    const char* p = skip_front(text.data(), end, n);
    if (n >= 0) source.labels[n].push_back({offset, number});
    FlowLine line;
    line.offset = offset;
    line.line = number;
    bool flow = false;
    if (p != end && (lower(*p) == 'o' || *p == ':')) {
      OWord word = parse_o_word(p + 1, end);
      const char* rest = skip_blanks(word.tail, end);
      const bool alone = rest == end || *rest == '(' || *rest == ';';
      line.keyword = word.keyword == Keyword::none && !word.computed && alone ? Keyword::program : word.keyword;
      line.label = std::move(word.label);
      line.tail = static_cast<std::size_t>(word.tail - source.text.data());
      flow = line.keyword != Keyword::none;
    } else if (p != end && (lower(*p) == 'w' || lower(*p) == 'e' || lower(*p) == 'd')) {
      flow = macro_line(p, end, line);
    }
    if (flow) {
      const int here = static_cast<int>(source.flow.size());
      if (line.keyword == Keyword::sub) source.subs.emplace(line.label, here);
      if (line.keyword == Keyword::program) source.programs.emplace(line.label, here);
      source.flow.push_back(std::move(line));
      pairing.add(source.flow);
    }
    offset = std::min(source.text.size(), offset + text.size() + 1);
  }
}

int flow_at(const Source& source, std::size_t offset) {
  const auto found = std::lower_bound(source.flow.begin(), source.flow.end(), offset,
                                      [](const FlowLine& line, std::size_t at) { return line.offset < at; });
  return found == source.flow.end() || found->offset != offset ? -1 : static_cast<int>(found - source.flow.begin());
}

int find_callee(const Source& source, Keyword keyword, const std::string& label) {
  const auto& callees = keyword == Keyword::sub ? source.subs : source.programs;
  const auto found = callees.find(label);
  return found == callees.end() ? -1 : found->second;
}

}  // namespace graze::nc::detail
