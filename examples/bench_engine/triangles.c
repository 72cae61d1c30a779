/* SPDX-License-Identifier: Apache-2.0 */
#include "triangles.h"

#include <float.h>
#include <math.h>

typedef double Vec[3];

struct box empty_box(void) {
  struct box b;
  for (int i = 0; i < 3; ++i) {
    b.low[i] = DBL_MAX;
    b.high[i] = -DBL_MAX;
  }
  return b;
}

struct box box_of(double corners[3][3]) {
  struct box b;
  for (int i = 0; i < 3; ++i) {
    b.low[i] = fmin(corners[0][i], fmin(corners[1][i], corners[2][i]));
    b.high[i] = fmax(corners[0][i], fmax(corners[1][i], corners[2][i]));
  }
  return b;
}

void extend(struct box* all, const struct box* one) {
  for (int i = 0; i < 3; ++i) {
    all->low[i] = fmin(all->low[i], one->low[i]);
    all->high[i] = fmax(all->high[i], one->high[i]);
  }
}

int boxes_overlap(const struct box* p, const struct box* q) {
  for (int i = 0; i < 3; ++i) {
    if (p->low[i] > q->high[i] || q->low[i] > p->high[i]) return 0;
  }
  return 1;
}

static void cross(Vec out, const Vec u, const Vec v) {
  out[0] = u[1] * v[2] - u[2] * v[1];
  out[1] = u[2] * v[0] - u[0] * v[2];
  out[2] = u[0] * v[1] - u[1] * v[0];
}

static double dot(const Vec u, const Vec v) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }

/* Do the shadows of both triangles on the axis leave a gap? A zero axis, of parallel edges, separates nothing. */
static int separates(const Vec axis, double p[3][3], double q[3][3]) {
  double p_low = DBL_MAX, p_high = -DBL_MAX, q_low = DBL_MAX, q_high = -DBL_MAX;
  for (int i = 0; i < 3; ++i) {
    const double x = dot(axis, p[i]), y = dot(axis, q[i]);
    p_low = fmin(p_low, x);
    p_high = fmax(p_high, x);
    q_low = fmin(q_low, y);
    q_high = fmax(q_high, y);
  }
  return p_low > q_high || q_low > p_high;
}

/* Disjoint convex polygons in space are separated along a normal of one of them, a product of an edge of each, or, in
 * one plane, a product of an edge and the normal. Coordinates relative to a corner: small numbers round less. */
int triangles_overlap(double p_in[3][3], double q_in[3][3]) {
  Vec p[3], q[3], edges_p[3], edges_q[3], normal_p, normal_q, axis;
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) {
      p[k][i] = p_in[k][i] - p_in[0][i];
      q[k][i] = q_in[k][i] - p_in[0][i];
    }
  }
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) {
      edges_p[k][i] = p[(k + 1) % 3][i] - p[k][i];
      edges_q[k][i] = q[(k + 1) % 3][i] - q[k][i];
    }
  }
  cross(normal_p, edges_p[0], edges_p[1]);
  cross(normal_q, edges_q[0], edges_q[1]);
  if (separates(normal_p, p, q) || separates(normal_q, p, q)) return 0;
  for (int i = 0; i < 3; ++i) {
    cross(axis, normal_p, edges_p[i]);
    if (separates(axis, p, q)) return 0;
    cross(axis, normal_q, edges_q[i]);
    if (separates(axis, p, q)) return 0;
    for (int j = 0; j < 3; ++j) {
      cross(axis, edges_p[i], edges_q[j]);
      if (separates(axis, p, q)) return 0;
    }
  }
  return 1;
}
