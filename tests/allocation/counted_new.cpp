// SPDX-License-Identifier: Apache-2.0
#include "allocation/counted_new.h"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace {
constexpr long kAll = std::numeric_limits<long>::max();
std::atomic<long> count{0};
std::atomic<long> last{kAll};  // that succeeds

void* counted(std::size_t size, std::size_t alignment) {
  if (++count > last) throw std::bad_alloc();
  void* p = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (p == nullptr) throw std::bad_alloc();
  return p;
}
}  // namespace

void* operator new(std::size_t size) { return counted(size, 16); }
void* operator new[](std::size_t size) { return counted(size, 16); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, std::size_t(alignment)); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return counted(size, std::size_t(alignment)); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace graze::test {

long allocations() { return count; }

FailingNew::FailingNew(long successes) { last = count + successes; }
FailingNew::~FailingNew() { last = kAll; }

}  // namespace graze::test
