// SPDX-License-Identifier: Apache-2.0
// Meshes that bound a solid: which do and where others fail, signed distance, penetration. docs/solid.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "graze/distance.h"
#include "graze/model.h"

namespace graze {

/// An edge at which the boundary does not cancel, from p to q as its triangle runs along it.
struct SolidEdge {
  Vec3 p, q;
  std::uint32_t triangle = 0;
};

/// Open edges in a ring.
struct Hole {
  std::vector<std::uint32_t> edges;  ///< of SolidReport::open_edges, each beginning or ending where the one before did
  double length = 0;
  Vec3 centre;  ///< mean of the edges' middles, by length
};

/// A set of triangles.
struct Patch {
  std::vector<std::uint32_t> triangles;  ///< ascending
  Vec3 centre;                           ///< mean, by area
  double area = 0;
};

/// Is a mesh the boundary of a solid? Inside and outside are well defined when, along every edge, as many triangles run
/// one way as the other, for then the winding number is an integer at every point off the surface. Equal vertices
/// count as one; triangles with two equal corners do not count; those with three on one line do where that leaves fewer
/// edges open. Edges of four, six, ... faces, self-intersections and duplicates are fine.
struct SolidReport {
  bool solid = false;  ///< at least one triangle, and all that follows is empty
  std::size_t triangles = 0;
  std::size_t degenerate_triangles = 0;      ///< without an area, decided exactly
  std::size_t non_manifold_edges = 0;        ///< more than two faces; no obstacle
  std::size_t components = 0;                ///< of triangles that share edges
  std::vector<SolidEdge> open_edges;         ///< an odd number of faces: no turning of triangles closes them
  std::vector<Hole> holes;                   ///< the open edges as rings, the longest first
  std::vector<SolidEdge> misoriented_edges;  ///< an even number of faces, more of them one way than the other
  std::vector<Patch> flipped;             ///< parts that look the wrong way, the largest first: turned, all would agree
  bool one_sided = false;                 ///< as on a Möbius strip: no turning of triangles makes all agree
  std::vector<Patch> inside_out;          ///< components of negative volume that are no cavity of others
  std::vector<double> inside_out_volume;  ///< of each of them, positive
  double volume = 0;                      ///< signed; meaningful when no edge is open or misoriented

  /// One sentence for people, without a full stop, such as "not closed: 223 open edges in 5 holes, the largest around
  /// (-0.06, 0.033, 0.02)".
  std::string reason() const;
};

/// Throws Error (invalid_mesh) as `validate` does.
SolidReport inspect_solid(const Mesh& mesh);

/// Where the sign of a distance comes from.
enum class Sign : std::uint8_t {
  closed,             ///< the winding number of a solid, exactly: negative where it is at least 1
  winding,            ///< soups, too: negative where the generalised winding number exceeds 1/2. Jumps across holes
  unsigned_distance,  ///< never negative
};

struct FieldSample {
  double value = 0;                      ///< signed distance
  Vec3 closest;                          ///< a point of the surface that is nearest
  std::uint32_t triangle = kNoTriangle;  ///< on which it lies
};

namespace detail {
class Field;
}

/// The signed distance to a model's surface, negative inside, positive outside, in the model's frame. Copies share
/// their content; any number of threads may ask. Surfaces within the solid (where parts overlap) are surfaces, too: the
/// distance is to the nearest triangle, whichever. With Sign::closed and Sign::unsigned_distance the field is
/// 1-Lipschitz: |f(p) - f(q)| <= |p - q|.
class SignedDistance {
 public:
  /// Throws Error (not_solid), with SolidReport::reason(), when Sign::closed is asked of what bounds no solid, and for
  /// a model without triangles.
  explicit SignedDistance(const Model& model, Sign sign = Sign::closed);

  /// Exact up to the rounding of its arithmetic; the sign is exact with Sign::closed. A point on the surface has 0.
  /// Throws std::invalid_argument when p is not finite; so do all below.
  double at(const Vec3& p) const;

  /// The same with the closest point. `hint` may name a triangle nearby, such as that of a neighbour's sample: faster.
  FieldSample sample(const Vec3& p, std::uint32_t hint = kNoTriangle) const;

  /// The distance without its sign, or infinity when it exceeds `limit`: far points cost next to nothing.
  double unsigned_at(const Vec3& p, double limit = std::numeric_limits<double>::infinity()) const;

  /// Is p in the solid, by the sign asked for? Points of the surface may be either. Never with unsigned_distance.
  bool inside(const Vec3& p) const;

  /// The (generalised) winding number: an integer, exact, with Sign::closed; else off by `tolerance` at most. For
  /// points on the surface, that of some point nearby.
  double winding_number(const Vec3& p, double tolerance = 1e-3) const;

  const Model& model() const;
  Sign sign() const;
  const Box& box() const;  ///< of the triangles

  const detail::Field& field() const { return *field_; }

 private:
  std::shared_ptr<const detail::Field> field_;
};

/// A point of least value.
struct LeastDistance {
  double value = 0;                        ///< the field at `point`: the least, or larger by the tolerance at most
  double lower = 0;                        ///< nothing is below this
  Vec3 point;                              ///< in A's frame
  std::uint32_t triangle_b = kNoTriangle;  ///< on which it lies; none for max_penetration
  std::size_t evaluations = 0;             ///< of the field
};

/// The least signed distance to A of all points of B's surface, within `tolerance`: positive when they are apart, the
/// depth (negated) of the deepest point when B is partly or wholly in A. A wholly inside B is not seen: then, it is the
/// distance. Throws std::invalid_argument when the pose is not rigid, the tolerance not positive, B empty, or the
/// sign of A Sign::winding, whose jumps leave no bound.
LeastDistance least_signed_distance(const SignedDistance& a, const Model& b, const Pose& b_in_a, double tolerance);

/// The least value of the field in all space, within `tolerance`: minus the radius of the largest ball that fits into
/// the solid, which is how deep a point can penetrate; and the ball's centre. Throws std::invalid_argument when
/// the tolerance is not positive or the sign is not Sign::closed.
LeastDistance max_penetration(const SignedDistance& field, double tolerance);

std::string_view name(Sign sign);

}  // namespace graze
