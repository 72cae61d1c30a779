// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "adb/box_pair.h"
#include "geometry/vec.h"

namespace graze::detail {
namespace {

/// A face is cut by six planes, each adding one corner at most.
struct Face {
  Vec3 p[16];
  int count = 0;
  void add(const Vec3& v) {
    if (count < 16) p[count++] = v;
  }
};

/// dot(normal, p) <= offset.
struct Half {
  Vec3 normal;
  double offset;
};

Face cut(const Face& face, const Half& half) {
  Face kept;
  for (int i = 0; i < face.count; ++i) {
    const Vec3 &p = face.p[i == 0 ? face.count - 1 : i - 1], &q = face.p[i];
    const double from = dot(half.normal, p) - half.offset, to = dot(half.normal, q) - half.offset;
    if ((from < 0 && to > 0) || (from > 0 && to < 0)) kept.add(p + (from / (from - to)) * (q - p));
    if (to <= 0) kept.add(q);
  }
  return kept;
}

double area_of(const Face& face) {
  Vec3 sum;
  for (int i = 2; i < face.count; ++i) sum = sum + cross(face.p[i - 1] - face.p[0], face.p[i] - face.p[0]);
  return norm(sum) / 2;
}

/// In A's frame, about A's centre: faces 2 i and 2 i + 1 lie at -half and +half along axis i.
struct Solid {
  Vec3 centre, axis[3];
  double half[3];

  Half side(int f) const {
    const Vec3 normal = (f & 1 ? 1.0 : -1.0) * axis[f / 2];
    return {normal, dot(normal, centre) + half[f / 2]};
  }
  Face face(int f) const {
    const int i = f / 2, j = (i + 1) % 3, k = (i + 2) % 3;
    const Vec3 middle = centre + ((f & 1 ? 1.0 : -1.0) * half[i]) * axis[i];
    const Vec3 u = half[j] * axis[j], v = half[k] * axis[k];
    Face out;
    for (const Vec3& p : {middle + u + v, middle - u + v, middle - u - v, middle + u - v}) out.add(p);
    return out;
  }
};

}  // namespace

/// By the divergence theorem: a third of the sum over faces of area times distance from A's centre. The faces are A's
/// inside of B and B's inside of A; a face that both have, up to 1e-9 of the size, is A's.
double exact_shared_volume(const BoxPair& pair) {
  const Overlaps overlaps(pair);
  for (int i = 0; i < 6; ++i) {
    if (!(overlaps.high[i] > overlaps.low[i])) return 0;
  }
  Solid solids[2];
  double size = 0;
  for (int i = 0; i < 3; ++i) {
    solids[0].axis[i] = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
    solids[0].half[i] = pair.a->half[i];
    solids[1].axis[i] = {pair.r[i], pair.r[3 + i], pair.r[6 + i]};
    solids[1].half[i] = pair.b->half[i];
    size = std::max({size, pair.a->half[i], pair.b->half[i]});
  }
  solids[1].centre = {pair.d[0], pair.d[1], pair.d[2]};

  bool same[6][6];  // face of A, face of B
  for (int f = 0; f < 6; ++f) {
    for (int g = 0; g < 6; ++g) {
      const Half p = solids[0].side(f), q = solids[1].side(g);
      same[f][g] = norm(p.normal - q.normal) < 1e-9 && std::abs(p.offset - q.offset) < 1e-9 * size;
    }
  }
  double sum = 0;
  for (int which = 0; which < 2; ++which) {
    const Solid &own = solids[which], &other = solids[1 - which];
    for (int f = 0; f < 6; ++f) {
      if (which == 1 && std::any_of(same, same + 6, [f](const bool(&row)[6]) { return row[f]; })) continue;
      Face face = own.face(f);
      for (int g = 0; g < 6 && face.count >= 3; ++g) {
        if (which == 0 && same[f][g]) continue;
        face = cut(face, other.side(g));
      }
      if (face.count >= 3) sum += own.side(f).offset * area_of(face);
    }
  }
  return std::max(0.0, sum / 3);
}

}  // namespace graze::detail
