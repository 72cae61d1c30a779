// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "graze/query.h"

namespace graze {

/// What a Front did since it was made or reset.
struct FrontCounters {
  std::uint64_t queries = 0;    ///< all but brute force
  std::uint64_t kept = 0;       ///< answered from what was kept
  std::uint64_t witnessed = 0;  ///< of these: boolean hits on the very leaves that met last
  std::uint64_t rebuilt = 0;    ///< searches that fill what is kept
  std::uint64_t plain = 0;      ///< as a query without a Front: after a jump, or because keeping does not pay
  std::uint64_t pairs = 0;      ///< pairs of volumes and of leaves with a plane between them, kept now
};

/// Coherence between successive poses of one pair of models (docs/coherence.md). Keeps the leaves that met last, the
/// distance within which a search found nothing, and planes between neighbouring volumes and leaves, so that a small
/// motion tests only what it can have changed. Answers are always the same as without, in the same order, for any
/// sequence of poses, margins and options; only the time differs.
///
/// For one thread at a time, like Workspace, which it replaces: after warm-up a query allocates nothing. Other models
/// than last time make it start over. It shares ownership of the models it was last used with.
class Front {
 public:
  Front();
  ~Front();
  Front(Front&&) noexcept;
  Front& operator=(Front&&) noexcept;

  /// Forgets models and poses; keeps the memory.
  void reset();

  const Counters& counters() const;             ///< of the last query
  const FrontCounters& front_counters() const;  ///< since the last reset

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// The thesis's front (6.4.3), to compare with: the nodes of A's tree at which the root of B's stopped, kept from pose
/// to pose; the next query starts there instead of at A's root. The front drops as far as the root of B reaches, and
/// rises where neighbours have come free. Method::study, whatever the options say: k-DOPs of the same directions, or
/// std::invalid_argument. Answers are always the same as without. For one thread at a time.
class EnvironmentFront {
 public:
  /// `levels`: by how many the front may rise in a query; 1 in the thesis. `pairs`: keeps pairs of nodes instead, that
  /// is, goes on below A's leaves down B's tree.
  explicit EnvironmentFront(int levels = 1, bool pairs = false);
  ~EnvironmentFront();
  EnvironmentFront(EnvironmentFront&&) noexcept;
  EnvironmentFront& operator=(EnvironmentFront&&) noexcept;

  void reset();  ///< starts at the root again; keeps the memory

  const Counters& counters() const;      ///< of the last query
  StudyCounters study_counters() const;  ///< of the last query
  std::size_t size() const;              ///< nodes of A, or pairs, that are kept

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

bool intersects(const Model& a, const Model& b, const Pose& b_in_a, EnvironmentFront& front,
                const QueryOptions& options = {});
Contacts contacts(const Model& a, const Model& b, const Pose& b_in_a, EnvironmentFront& front,
                  const QueryOptions& options = {});
void contacts(const Model& a, const Model& b, const Pose& b_in_a, Contacts& out, EnvironmentFront& front,
              const QueryOptions& options = {});

/// The same answers and exceptions as the queries without a Front.
bool intersects(const Model& a, const Model& b, const Pose& b_in_a, Front& front, const QueryOptions& options = {});
Contacts contacts(const Model& a, const Model& b, const Pose& b_in_a, Front& front, const QueryOptions& options = {});
void contacts(const Model& a, const Model& b, const Pose& b_in_a, Contacts& out, Front& front,
              const QueryOptions& options = {});

}  // namespace graze
