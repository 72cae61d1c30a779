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
  restart,    ///< as a_first, but each child of a B node starts again at A's root: the thesis's "modified" (4.3).
              ///< Method::study only; elsewhere as a_first
};

enum class Method {
  hierarchy,
  brute_force,  ///< every pair of triangles with the exact test: the oracle
  study,        ///< the thesis's algorithms to the letter, on k-DOPs, as QueryOptions::study says (docs/laboratory.md)
};

/// How the k-DOPs of B are re-aligned to A's directions, each when it is first met and once a pose (thesis, 4.2).
enum class Tumbling : std::uint8_t {
  automatic,           ///< duality
  hill_climbing,       ///< method I: the extremes of the triangles themselves, found on their convex hull. Tightest
  vertices,            ///< method II: the extremes of the rotated corners of the k-DOP
  root_hill_climbing,  ///< method I for the root, II below: what the thesis settled for
  duality,             ///< three slabs for each direction, found once a pose; at most a little wider than `vertices`
};

/// In which order the slabs of two k-DOPs are compared (thesis, 4.5.2 and 6.4.1).
enum class IntervalOrder : std::uint8_t {
  stored,    ///< as the directions are numbered
  spread,    ///< each as far as possible from all before it
  thinnest,  ///< A's slabs from the thinnest to the thickest, a node at a time
};

/// Variants of the study traversal. They differ in cost, never in answers.
struct StudyOptions {
  Tumbling tumbling = Tumbling::automatic;
  IntervalOrder order = IntervalOrder::stored;
  bool closure = false;        ///< decides exactly whether two k-DOPs overlap, by the closure of their normals (4.5.1)
  std::uint8_t intervals = 0;  ///< compares this many slabs at most (6.4.2); 0 = all
};

struct QueryOptions {
  Method method = Method::hierarchy;
  Descent descent = Descent::adaptive;
  double margin = 0;      ///< pairs at most this far apart count as touching (ContactKind::near); decided exactly
  std::size_t limit = 0;  ///< `contacts`: keep the first this many in order; 0 = all
  bool segments = true;   ///< `contacts`: compute kind and segment; without, kind is `unclassified` and p = q = 0
  bool timing = false;    ///< fill Counters::time; costs two readings of the clock, some 50 ns
  StudyOptions study;     ///< Method::study
};

struct Counters {
  std::uint64_t volume_tests = 0;     ///< N_v: pairs of bounding volumes
  std::uint64_t primitive_tests = 0;  ///< N_p: pairs of triangles
  std::uint64_t node_updates = 0;     ///< N_u: volumes re-aligned to the other frame
  std::uint64_t exact_tests = 0;      ///< pairs of triangles the float filter could not decide
  std::chrono::nanoseconds time{0};   ///< zero unless QueryOptions::timing
};

/// What Method::study counts besides. A comparison is of two numbers: one or two for each slab (thesis, table 36).
struct StudyCounters {
  std::uint64_t overlaps = 0;              ///< volume tests that found no separating slab
  std::uint64_t comparisons = 0;           ///< in all volume tests
  std::uint64_t disjoint_comparisons = 0;  ///< in those that found one
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
/// What was moved from may only be assigned to or destroyed; the same holds for the fronts of graze/front.h.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  /// Of the last query that used this workspace. How much a boolean query looks at may depend on those before it.
  const Counters& counters() const;
  StudyCounters study_counters() const;  ///< of the last that was Method::study

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

/// How long an interruptible query may take; 0 = no limit.
struct Limits {
  std::uint64_t steps = 0;  ///< pairs of nodes opened and pairs of leaves tested
  std::chrono::nanoseconds time{0};
};

enum class Outcome : std::uint8_t {
  disjoint,   ///< certain
  colliding,  ///< certain: `contacts` holds at least one pair
  possible,   ///< interrupted before anything was certain; to be taken for a collision
};

/// The answer of an interruptible query (thesis, 4.3).
struct Bounded {
  Outcome outcome = Outcome::possible;
  bool complete = false;   ///< the search ended by itself: `contacts` are all
  double penetration = 0;  ///< any two triangles that meet, found or not, come apart when B moves by this length at
                           ///< most in some slab direction. 0 when disjoint
  Vec3 escape;             ///< moved by this vector B is clear of A: by the volumes of the roots
  Contacts contacts;       ///< found so far, as `contacts` gives them
};

/// Do A and B meet, as far as the limits allow? Opens the pair of volumes that overlaps deepest first, so that the
/// bound falls as fast as it can. Method::study: the models must be k-DOPs of the same directions
/// (std::invalid_argument). Without limits, the contacts of `contacts`.
Bounded contacts_bounded(const Model& a, const Model& b, const Pose& b_in_a, const Limits& limits,
                         const QueryOptions& options = {}, Workspace* workspace = nullptr);

struct BatchOptions {
  QueryOptions query;
  int threads = 0;  ///< 0 = all cores
};

/// out[i] = intersects(a, b, poses[i]), on all cores. Throws std::invalid_argument before anything is
/// computed when the spans differ in length or a pose (named by its index) is not rigid.
void intersects_batch(const Model& a, const Model& b, std::span<const Pose> poses, std::span<std::uint8_t> out,
                      const BatchOptions& options = {});

std::string_view name(ContactKind kind);
std::string_view name(Descent descent);
std::string_view name(Method method);
std::string_view name(Tumbling tumbling);
std::string_view name(IntervalOrder order);
std::string_view name(Outcome outcome);

/// The instruction set queries run on, such as "AVX3_DL". GRAZE_ISA in the environment may name a lesser one.
std::string_view instruction_set();

}  // namespace graze
