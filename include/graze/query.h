// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "graze/model.h"

namespace graze {

/// Which node of a pair is opened.
enum class Descent {
  adaptive,   ///< both when their sizes are within a factor of two, else the larger
  larger,     ///< the larger
  a_first,    ///< A down to its leaves, then B (thesis, Algorithm 1, with A as the environment)
  lock_step,  ///< both, always
};

enum class Method {
  hierarchy,
  brute_force,  ///< every pair of triangles with the exact test: the oracle
};

struct QueryOptions {
  Method method = Method::hierarchy;
  Descent descent = Descent::adaptive;
  double margin = 0;      ///< pairs at most this far apart count as touching (ContactKind::near); decided exactly
  std::size_t limit = 0;  ///< `contacts`: keep the first this many in order; 0 = all
  bool segments = true;   ///< `contacts`: compute kind and segment; without, kind is `unclassified` and p = q = 0
  bool timing = false;    ///< fill Counters::time; costs two readings of the clock, some 50 ns
};

struct Counters {
  std::uint64_t volume_tests = 0;     ///< N_v: pairs of bounding volumes
  std::uint64_t primitive_tests = 0;  ///< N_p: pairs of triangles
  std::uint64_t node_updates = 0;     ///< N_u: volumes re-aligned to the other frame
  std::uint64_t exact_tests = 0;      ///< pairs of triangles the float filter could not decide
  std::chrono::nanoseconds time{0};   ///< zero unless QueryOptions::timing
};

/// What two triangles have in common.
enum class ContactKind : std::uint8_t {
  crossing,      ///< their interiors meet, in different planes
  touching,      ///< only boundary points meet, or one of them is degenerate
  coplanar,      ///< both proper triangles, in one plane
  near,          ///< disjoint, but within the margin; p lies on A, q on B
  unclassified,  ///< they intersect; QueryOptions::segments was off
};

/// Two triangles that meet. p–q is their intersection, in A's frame, rounded to double: the segment of a
/// crossing, the point (p = q) or segment of a touch, the two points farthest apart of a coplanar overlap.
struct Contact {
  std::uint32_t triangle_a = 0, triangle_b = 0;
  ContactKind kind = ContactKind::unclassified;
  Vec3 p, q;
  friend bool operator==(const Contact&, const Contact&) = default;
};

struct Contacts {
  std::vector<Contact> pairs;  ///< by triangle of A, then of B
  Counters counters;
};

/// Scratch memory that a caller keeps between queries, one per thread: after warm-up a query allocates nothing.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  const Counters& counters() const;  ///< of the last query that used this workspace

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Do the surfaces meet? Touching counts. Everything is in A's frame. Exact (docs/numerics.md).
/// Throws std::invalid_argument when the pose is not rigid or the margin not finite and non-negative.
bool intersects(const Model& a, const Model& b, const Pose& b_in_a, const QueryOptions& options = {},
                Workspace* workspace = nullptr);

/// All pairs of triangles that meet, sorted; the same list for every volume, rule, instruction set and thread count.
Contacts contacts(const Model& a, const Model& b, const Pose& b_in_a, const QueryOptions& options = {},
                  Workspace* workspace = nullptr);

/// The same, into an object that is kept: no allocation once it is large enough.
void contacts(const Model& a, const Model& b, const Pose& b_in_a, Contacts& out, const QueryOptions& options = {},
              Workspace* workspace = nullptr);

struct BatchOptions {
  QueryOptions query;
  int threads = 0;  ///< 0 = all cores
};

/// out[i] = intersects(a, b, poses[i]), on all cores. Throws std::invalid_argument before anything is
/// computed when the spans differ in length or a pose (named by its index) is not rigid.
void intersects_batch(const Model& a, const Model& b, std::span<const Pose> poses, std::span<std::uint8_t> out,
                      const BatchOptions& options = {});

std::string_view name(ContactKind kind);

/// The instruction set queries run on, such as "AVX3_DL". GRAZE_ISA in the environment may name a lesser one.
std::string_view instruction_set();

}  // namespace graze
