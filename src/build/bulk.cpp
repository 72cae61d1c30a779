// SPDX-License-Identifier: Apache-2.0
#include "build/bulk.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace graze::detail {
namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes >= 2 * kHugePage ? kHugePage : std::size_t{64}};
}

}  // namespace

void* allocate_bulk(std::size_t bytes) {
  void* p = ::operator new(bytes, alignment_of(bytes));
#ifdef __linux__
  // Only whole huge pages, so that none is spent on a rest. It is advice: where it is refused nothing is lost.
  if (bytes >= 2 * kHugePage) (void)madvise(p, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
  return p;
}

void free_bulk(void* p, std::size_t bytes) { ::operator delete(p, alignment_of(bytes)); }

}  // namespace graze::detail
