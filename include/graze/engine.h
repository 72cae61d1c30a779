/* SPDX-License-Identifier: Apache-2.0 */
/* The C ABI by which a collision detector takes part in `graze bench` as a shared library, without graze being compiled
 * again: docs/bench_engines.md goes through it step by step, examples/bench_engine is an engine that is built and
 * tested.
 *
 * A library exports one function, `graze_engine`. Everything it hands out is plain C and stays valid until the library
 * is unloaded; no exception may leave it. Poses and triangles are counted from 0. */
#ifndef GRAZE_ENGINE_H
#define GRAZE_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever a library compiled before could be misunderstood. Members that are only added at the end of
 * struct graze_engine_table do not change it: `table_size` tells which are there. */
#define GRAZE_ENGINE_ABI 1u

/* What answers may be compared with, and how an engine may be called. */
enum graze_engine_ability {
  GRAZE_ENGINE_EXACT_ANY = 1,   /* `intersects` is the answer of an intersection test; otherwise it errs on the side of
                                   contact, by a tolerance of the engine's own */
  GRAZE_ENGINE_EXACT_PAIRS = 2, /* `pairs` are the pairs of triangles that meet; otherwise lists are not compared */
  GRAZE_ENGINE_EARLY_EXIT = 4,  /* `intersects` stops at the first pair */
  GRAZE_ENGINE_THREADS = 8      /* several instances may be at work at the same time, each on one thread */
};

/* What coordinates are rounded to while a query decides: how near to a change of the answer an error is forgiven. */
enum graze_engine_arithmetic { GRAZE_ENGINE_FLOAT = 1, GRAZE_ENGINE_DOUBLE = 2, GRAZE_ENGINE_EXACT = 3 };

/* A polygon soup. All indices are below vertex_count, all coordinates finite; triangles without area occur. The arrays
 * may be used during `build` only: what is needed later must be copied. */
struct graze_engine_mesh {
  const double* vertices; /* x y z of each */
  size_t vertex_count;
  const uint32_t* triangles; /* three indices of each */
  size_t triangle_count;
};

/* One pair of models in an engine; the library's own. One thread at a time uses an instance. */
struct graze_engine_instance;

struct graze_engine_table {
  uint32_t abi;        /* GRAZE_ENGINE_ABI */
  uint32_t table_size; /* sizeof(struct graze_engine_table) */

  const char* name;     /* a word of lower-case letters, digits, '-', '_' and '.', such as "grid" */
  const char* version;  /* of the engine, such as "1.0" */
  const char* settings; /* in words, for the report: data structure, arithmetic, options */
  uint32_t abilities;   /* of enum graze_engine_ability */
  uint32_t arithmetic;  /* one of enum graze_engine_arithmetic */

  /* NULL when there is no memory. */
  struct graze_engine_instance* (*create)(void);
  /* NULL does nothing. */
  void (*destroy)(struct graze_engine_instance* self);

  /* Prepares two meshes, replacing what was there. Timed. 0, or anything else for a failure. */
  int (*build)(struct graze_engine_instance* self, const struct graze_engine_mesh* a,
               const struct graze_engine_mesh* b);

  /* Takes the poses of B in A's frame, 12 doubles each: three rows of [R|t], R a rotation; v goes to R v + t. Not
   * timed: conversions belong here. Copied by the library. 0, or anything else for a failure. */
  int (*set_poses)(struct graze_engine_instance* self, const double* poses, size_t count);

  /* Do the surfaces meet at this pose? Touching counts. Timed. 1, 0, or a negative number for a failure. */
  int (*intersects)(struct graze_engine_instance* self, size_t pose);

  /* Finds all pairs of triangles that meet at this pose (or what the engine has of that kind) and keeps them. Timed.
   * Their number, or a negative one for a failure. */
  int64_t (*find_all)(struct graze_engine_instance* self, size_t pose);

  /* Of the last find_all: writes the first `capacity` pairs, a triangle of A and one of B each, to `out` (2 * capacity
   * numbers) in any order, and returns how many there are. An engine that finds no pairs returns 0. Not timed. */
  size_t (*pairs)(const struct graze_engine_instance* self, uint32_t* out, size_t capacity);

  /* Memory of what `build` made, in bytes. */
  size_t (*bytes)(const struct graze_engine_instance* self);

  /* Why the last function failed, in one line; never NULL. Valid until the next call with this instance. */
  const char* (*last_error)(const struct graze_engine_instance* self);
};

/* The library's engines, counted from 0; NULL beyond the last. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const struct graze_engine_table*
graze_engine(uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
