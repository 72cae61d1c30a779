// SPDX-License-Identifier: Apache-2.0
#include "build/bulk.h"

#include "build/bulk_scope.h"

// AddressSanitizer is to see every array by itself.
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#define GRAZE_BULK_MAPS
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#undef GRAZE_BULK_MAPS
#endif
#endif

#ifdef GRAZE_BULK_MAPS
#include <sys/mman.h>

#include <cstdint>
#include <mutex>
#endif

namespace graze::detail {

#ifdef GRAZE_BULK_MAPS

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

bool is_large(std::size_t bytes) { return bytes >= 2 * kHugePage; }
std::size_t whole_pages(std::size_t bytes) { return (bytes + kHugePage - 1) / kHugePage * kHugePage; }

/// Mapped address space, whole huge pages.
struct Piece {
  char* begin;
  std::size_t size;
};

/// Pages are zero. Throws std::bad_alloc. Kernels map downward: what is kept lies at the upper end, next to what was
/// mapped before, so that both together are one piece once they are free.
void* map_pages(std::size_t size) {
  void* p = mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  char* begin = static_cast<char*>(p);
  const std::size_t after = reinterpret_cast<std::uintptr_t>(p) % kHugePage, before = kHugePage - after;
  (void)munmap(begin, before);
  if (after > 0) (void)munmap(begin + before + size, after);
  return begin + before;
}

/// What was freed while there was a scope.
class Pool {
 public:
  void enter() {
    const std::lock_guard lock(mutex_);
    ++scopes_;
  }

  void leave() {
    const std::lock_guard lock(mutex_);
    if (--scopes_ > 0) return;
    for (const Piece& piece : free_) (void)munmap(piece.begin, piece.size);
    free_.clear();
  }

  /// Of the smallest piece that is large enough; null when there is none.
  void* take(std::size_t size) {
    const std::lock_guard lock(mutex_);
    Piece* best = nullptr;
    for (Piece& piece : free_) {
      if (piece.size >= size && (best == nullptr || piece.size < best->size)) best = &piece;
    }
    if (best == nullptr) return nullptr;
    char* begin = best->begin;
    best->begin += size;
    best->size -= size;
    if (best->size == 0) forget(*best);
    return begin;
  }

  /// Whether it is kept, as one piece with its neighbours.
  bool give(Piece piece) {
    const std::lock_guard lock(mutex_);
    if (scopes_ == 0) return false;
    for (std::size_t i = free_.size(); i-- > 0;) {
      const Piece other = free_[i];
      const bool before = other.begin + other.size == piece.begin, after = piece.begin + piece.size == other.begin;
      if (!before && !after) continue;
      piece = {before ? other.begin : piece.begin, piece.size + other.size};
      forget(free_[i]);
    }
    free_.push_back(piece);
    return true;
  }

 private:
  void forget(Piece& piece) {
    piece = free_.back();
    free_.pop_back();
  }

  std::mutex mutex_;
  int scopes_ = 0;
  std::vector<Piece> free_;
};

/// Never destroyed: models may be freed after everything static.
Pool& pool() {
  static Pool& it = *new Pool;
  return it;
}

}  // namespace

BulkScope::BulkScope() { pool().enter(); }
BulkScope::~BulkScope() { pool().leave(); }

void* allocate_bulk(std::size_t bytes) {
  if (!is_large(bytes)) return ::operator new (bytes, std::align_val_t{64});
  const std::size_t size = whole_pages(bytes);
  if (void* kept = pool().take(size)) return kept;
  void* p = map_pages(size);
  // Only huge pages that are needed as a whole. It is advice: where it is refused nothing is lost.
  (void)madvise(p, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
  return p;
}

void free_bulk(void* p, std::size_t bytes) {
  if (!is_large(bytes)) {
    ::operator delete (p, std::align_val_t{64});
    return;
  }
  const Piece piece{static_cast<char*>(p), whole_pages(bytes)};
  if (!pool().give(piece)) (void)munmap(piece.begin, piece.size);
}

#else

BulkScope::BulkScope() = default;
BulkScope::~BulkScope() = default;
void* allocate_bulk(std::size_t bytes) { return ::operator new (bytes, std::align_val_t{64}); }
void free_bulk(void* p, std::size_t) { ::operator delete (p, std::align_val_t{64}); }

#endif

}  // namespace graze::detail
