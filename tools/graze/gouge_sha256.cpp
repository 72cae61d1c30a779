// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), so that what a report names can be compared with what sha256sum prints.
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#include "gouge.h"

namespace graze::cli {
namespace {

constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using Hash = std::array<std::uint32_t, 8>;

void take_block(const unsigned char* block, Hash& hash) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i) {
    w[i] = static_cast<std::uint32_t>(block[4 * i]) << 24 | static_cast<std::uint32_t>(block[4 * i + 1]) << 16 |
           static_cast<std::uint32_t>(block[4 * i + 2]) << 8 | block[4 * i + 3];
  }
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const std::uint32_t b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  Hash h = hash;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t s1 = std::rotr(h[4], 6) ^ std::rotr(h[4], 11) ^ std::rotr(h[4], 25);
    const std::uint32_t one = h[7] + s1 + ((h[4] & h[5]) ^ (~h[4] & h[6])) + kRounds[i] + w[i];
    const std::uint32_t s0 = std::rotr(h[0], 2) ^ std::rotr(h[0], 13) ^ std::rotr(h[0], 22);
    const std::uint32_t two = s0 + ((h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]));
    h = {one + two, h[0], h[1], h[2], h[3] + one, h[4], h[5], h[6]};
  }
  for (std::size_t i = 0; i < 8; ++i) hash[i] += h[i];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  Hash hash = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t i = 0;
  for (; i + 64 <= bytes.size(); i += 64) take_block(data + i, hash);
  std::array<unsigned char, 128> last{};
  const std::size_t left = bytes.size() - i;
  if (left > 0) std::memcpy(last.data(), data + i, left);
  last[left] = 0x80;
  const std::size_t end = left < 56 ? 64 : 128;
  const std::uint64_t bits = 8 * static_cast<std::uint64_t>(bytes.size());
  for (std::size_t k = 0; k < 8; ++k) last[end - 1 - k] = static_cast<unsigned char>(bits >> (8 * k));
  for (std::size_t k = 0; k < end; k += 64) take_block(last.data() + k, hash);
  std::string text;
  for (const std::uint32_t word : hash) {
    for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[word >> shift & 15];
  }
  return text;
}

}  // namespace graze::cli
