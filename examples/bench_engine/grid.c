/* SPDX-License-Identifier: Apache-2.0 */
/* An engine for `graze bench` in plain C: a uniform grid over the triangles of A, in double. Each triangle of B is
 * placed, the cells its box covers are looked up, and pairs whose boxes overlap are decided by the separating axes of
 * two triangles: what its sums round, it may get wrong, and a triangle without area has no normal to be separated by;
 * `graze bench` then says so. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "graze/engine.h"
#include "triangles.h"

/* Cells along the longest side are chosen so that there are about this many triangles a cell. */
static const double kTrianglesPerCell = 2.0;
static const int kMostCells = 256; /* along a side */

struct graze_engine_instance {
  double* vertices_b; /* as given */
  uint32_t* triangles_b;
  size_t vertex_count_b, triangle_count_a, triangle_count_b;
  double (*corners_a)[3][3]; /* of every triangle of A */
  struct box* boxes_a;

  struct box bounds;    /* of A */
  double cell;          /* its side */
  int cells[3];         /* in each direction */
  uint32_t* cell_start; /* of each cell in `members`, and the end of the last */
  uint32_t* members;    /* triangles of A, cell by cell */

  double* poses;
  size_t pose_count;
  double* placed;  /* B's vertices */
  uint32_t* stamp; /* of each triangle of A: the last triangle of B that met it in some cell */
  uint32_t round;
  uint32_t* pairs;
  size_t pair_count, pair_capacity;
  size_t bytes;
  const char* error;
};

typedef struct graze_engine_instance Grid;

static void clear(Grid* g) {
  free(g->vertices_b);
  free(g->triangles_b);
  free(g->corners_a);
  free(g->boxes_a);
  free(g->cell_start);
  free(g->members);
  free(g->placed);
  free(g->stamp);
  g->vertices_b = NULL;
  g->triangles_b = NULL;
  g->corners_a = NULL;
  g->boxes_a = NULL;
  g->cell_start = NULL;
  g->members = NULL;
  g->placed = NULL;
  g->stamp = NULL;
  g->bytes = 0;
}

static Grid* grid_create(void) {
  Grid* g = calloc(1, sizeof *g);
  if (g != NULL) g->error = "";
  return g;
}

static void grid_destroy(Grid* g) {
  if (g == NULL) return;
  clear(g);
  free(g->poses);
  free(g->pairs);
  free(g);
}

/* Counted, so that `bytes` is what was really taken. An empty array is not NULL. */
static void* take(Grid* g, size_t count, size_t size) {
  const size_t n = count > 0 ? count : 1;
  if (n > SIZE_MAX / size) return NULL;
  void* const memory = calloc(n, size);
  if (memory != NULL) g->bytes += n * size;
  return memory;
}

static int cell_of(const Grid* g, double x, int axis) {
  const double c = floor((x - g->bounds.low[axis]) / g->cell);
  if (!(c > 0)) return 0;
  return c < g->cells[axis] ? (int)c : g->cells[axis] - 1;
}

struct range {
  int low[3], high[3];
};

static struct range cells_of(const Grid* g, const struct box* box) {
  struct range r;
  for (int i = 0; i < 3; ++i) {
    r.low[i] = cell_of(g, box->low[i], i);
    r.high[i] = cell_of(g, box->high[i], i);
  }
  return r;
}

static size_t index_of(const Grid* g, int x, int y, int z) {
  return ((size_t)z * (size_t)g->cells[1] + (size_t)y) * (size_t)g->cells[0] + (size_t)x;
}

static void choose_cells(Grid* g) {
  double volume = 1, longest = 0;
  for (int i = 0; i < 3; ++i) {
    const double side = g->bounds.high[i] - g->bounds.low[i];
    longest = fmax(longest, side);
  }
  if (!(longest > 0)) longest = 1;
  for (int i = 0; i < 3; ++i) volume *= fmax(g->bounds.high[i] - g->bounds.low[i], 1e-3 * longest);
  const double wanted = fmax((double)g->triangle_count_a / kTrianglesPerCell, 1);
  g->cell = fmax(cbrt(volume / wanted), longest / kMostCells);
  for (int i = 0; i < 3; ++i) {
    const double n = ceil((g->bounds.high[i] - g->bounds.low[i]) / g->cell);
    g->cells[i] = n < 1 ? 1 : n > kMostCells ? kMostCells : (int)n;
  }
}

/* First how many triangles each cell has, then which: two passes over the same cells. */
static int fill_cells(Grid* g) {
  const size_t count = (size_t)g->cells[0] * (size_t)g->cells[1] * (size_t)g->cells[2];
  g->cell_start = take(g, count + 1, sizeof *g->cell_start);
  if (g->cell_start == NULL) return -1;
  for (int pass = 0; pass < 2; ++pass) {
    for (uint32_t t = 0; t < g->triangle_count_a; ++t) {
      const struct range r = cells_of(g, &g->boxes_a[t]);
      for (int z = r.low[2]; z <= r.high[2]; ++z) {
        for (int y = r.low[1]; y <= r.high[1]; ++y) {
          for (int x = r.low[0]; x <= r.high[0]; ++x) {
            uint32_t* const start = &g->cell_start[index_of(g, x, y, z)];
            if (pass == 0) {
              ++start[1];
            } else {
              g->members[(*start)++] = t;
            }
          }
        }
      }
    }
    if (pass == 0) {
      uint64_t sum = 0;
      for (size_t c = 0; c <= count; ++c) {
        sum += g->cell_start[c];
        if (sum > UINT32_MAX) return -1;
        g->cell_start[c] = (uint32_t)sum;
      }
      g->members = take(g, (size_t)sum, sizeof *g->members);
      if (g->members == NULL) return -1;
    } else { /* the starts have moved to the ends: back by one cell */
      memmove(g->cell_start + 1, g->cell_start, count * sizeof *g->cell_start);
      g->cell_start[0] = 0;
    }
  }
  return 0;
}

static int grid_build(Grid* g, const struct graze_engine_mesh* a, const struct graze_engine_mesh* b) {
  clear(g);
  g->error = "not enough memory";
  g->triangle_count_a = a->triangle_count;
  g->triangle_count_b = b->triangle_count;
  g->vertex_count_b = b->vertex_count;
  g->vertices_b = take(g, 3 * b->vertex_count, sizeof(double));
  g->triangles_b = take(g, 3 * b->triangle_count, sizeof(uint32_t));
  g->corners_a = take(g, a->triangle_count, sizeof *g->corners_a);
  g->boxes_a = take(g, a->triangle_count, sizeof *g->boxes_a);
  g->placed = take(g, 3 * b->vertex_count, sizeof(double));
  g->stamp = take(g, a->triangle_count, sizeof *g->stamp);
  if (!g->vertices_b || !g->triangles_b || !g->corners_a || !g->boxes_a || !g->placed || !g->stamp) return -1;
  if (b->vertex_count > 0) memcpy(g->vertices_b, b->vertices, 3 * b->vertex_count * sizeof(double));
  if (b->triangle_count > 0) memcpy(g->triangles_b, b->triangles, 3 * b->triangle_count * sizeof(uint32_t));
  g->round = 0;
  g->bounds = empty_box();
  for (size_t t = 0; t < a->triangle_count; ++t) {
    for (int k = 0; k < 3; ++k)
      memcpy(g->corners_a[t][k], a->vertices + 3 * a->triangles[3 * t + k], 3 * sizeof(double));
    g->boxes_a[t] = box_of(g->corners_a[t]);
    extend(&g->bounds, &g->boxes_a[t]);
  }
  if (a->triangle_count == 0) return 0;
  choose_cells(g);
  return fill_cells(g);
}

static int grid_set_poses(Grid* g, const double* poses, size_t count) {
  free(g->poses);
  g->pose_count = 0;
  g->poses = malloc((count > 0 ? count : 1) * 12 * sizeof(double));
  if (g->poses == NULL) {
    g->error = "not enough memory for the poses";
    return -1;
  }
  if (count > 0) memcpy(g->poses, poses, count * 12 * sizeof(double));
  g->pose_count = count;
  return 0;
}

/* Placed in the very order in which graze places: rounding then is the same, and answers differ only by the tests. */
static void place_all(Grid* g, const double* p) {
  for (size_t i = 0; i < g->vertex_count_b; ++i) {
    const double* const v = g->vertices_b + 3 * i;
    for (int r = 0; r < 3; ++r) {
      g->placed[3 * i + r] = ((p[4 * r] * v[0] + p[4 * r + 1] * v[1]) + p[4 * r + 2] * v[2]) + p[4 * r + 3];
    }
  }
}

static int keep_pair(Grid* g, uint32_t a, uint32_t b) {
  if (g->pair_count == g->pair_capacity) {
    const size_t capacity = g->pair_capacity > 0 ? 2 * g->pair_capacity : 256;
    uint32_t* const larger = realloc(g->pairs, capacity * 2 * sizeof *larger);
    if (larger == NULL) {
      g->error = "not enough memory for the pairs";
      return -1;
    }
    g->pairs = larger;
    g->pair_capacity = capacity;
  }
  g->pairs[2 * g->pair_count] = a;
  g->pairs[2 * g->pair_count + 1] = b;
  ++g->pair_count;
  return 0;
}

/* Pairs with one triangle of B. Cells share triangles: a stamp tells which were seen. 1: found and only one wanted. */
static int search_cells(Grid* g, uint32_t tb, double corners[3][3], const struct box* box, int first_only) {
  const struct range r = cells_of(g, box);
  for (int z = r.low[2]; z <= r.high[2]; ++z) {
    for (int y = r.low[1]; y <= r.high[1]; ++y) {
      for (int x = r.low[0]; x <= r.high[0]; ++x) {
        const size_t c = index_of(g, x, y, z);
        for (uint32_t k = g->cell_start[c]; k < g->cell_start[c + 1]; ++k) {
          const uint32_t ta = g->members[k];
          if (g->stamp[ta] == g->round) continue;
          g->stamp[ta] = g->round;
          if (!boxes_overlap(&g->boxes_a[ta], box) || !triangles_overlap(g->corners_a[ta], corners)) continue;
          if (keep_pair(g, ta, tb) != 0) return -1;
          if (first_only) return 1;
        }
      }
    }
  }
  return 0;
}

static int search(Grid* g, size_t pose, int first_only) {
  g->pair_count = 0;
  if (pose >= g->pose_count) {
    g->error = "there is no such pose";
    return -1;
  }
  if (g->triangle_count_a == 0) return 0;
  place_all(g, g->poses + 12 * pose);
  for (uint32_t t = 0; t < g->triangle_count_b; ++t) {
    double corners[3][3];
    for (int k = 0; k < 3; ++k) memcpy(corners[k], g->placed + 3 * g->triangles_b[3 * t + k], 3 * sizeof(double));
    const struct box box = box_of(corners);
    if (!boxes_overlap(&box, &g->bounds)) continue;
    if (++g->round == 0) { /* wrapped around: old stamps would look new */
      memset(g->stamp, 0, g->triangle_count_a * sizeof *g->stamp);
      g->round = 1;
    }
    const int found = search_cells(g, t, corners, &box, first_only);
    if (found != 0) return found;
  }
  return 0;
}

static int grid_intersects(Grid* g, size_t pose) {
  const int result = search(g, pose, 1);
  return result < 0 ? result : g->pair_count > 0;
}

static int64_t grid_find_all(Grid* g, size_t pose) { return search(g, pose, 0) < 0 ? -1 : (int64_t)g->pair_count; }

static size_t grid_pairs(const Grid* g, uint32_t* out, size_t capacity) {
  const size_t count = g->pair_count < capacity ? g->pair_count : capacity;
  if (count > 0) memcpy(out, g->pairs, 2 * count * sizeof *out);
  return g->pair_count;
}

static size_t grid_bytes(const Grid* g) { return g->bytes; }

static const char* grid_last_error(const Grid* g) { return g->error; }

const struct graze_engine_table* graze_engine(uint32_t index) {
  static const struct graze_engine_table table = {
      .abi = GRAZE_ENGINE_ABI,
      .table_size = sizeof(struct graze_engine_table),
      .name = "grid",
      .version = "1.0",
      .settings = "uniform grid over A's triangles, about two a cell; separating axes in double",
      .abilities = GRAZE_ENGINE_EXACT_ANY | GRAZE_ENGINE_EXACT_PAIRS | GRAZE_ENGINE_EARLY_EXIT | GRAZE_ENGINE_THREADS,
      .arithmetic = GRAZE_ENGINE_DOUBLE,
      .create = grid_create,
      .destroy = grid_destroy,
      .build = grid_build,
      .set_poses = grid_set_poses,
      .intersects = grid_intersects,
      .find_all = grid_find_all,
      .pairs = grid_pairs,
      .bytes = grid_bytes,
      .last_error = grid_last_error,
  };
  return index == 0 ? &table : NULL;
}
