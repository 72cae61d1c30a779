/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes, and whether two triangles overlap, in double. */
#ifndef BENCH_ENGINE_TRIANGLES_H
#define BENCH_ENGINE_TRIANGLES_H

struct box {
  double low[3], high[3];
};

struct box empty_box(void);
struct box box_of(double corners[3][3]);
void extend(struct box* all, const struct box* one);
int boxes_overlap(const struct box* p, const struct box* q);

/* Closed triangles: touching counts, as far as double tells. */
int triangles_overlap(double p[3][3], double q[3][3]);

#endif
