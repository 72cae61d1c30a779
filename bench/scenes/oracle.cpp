// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "graze/query.h"
#include "scenes.h"

namespace graze::scenes {
namespace {

struct Pair {
  Model a, b;
  Workspace workspace;
  Contacts contacts;
};

}  // namespace

Oracle graze_oracle(const Mesh& a, const Mesh& b) {
  const auto pair = std::make_shared<Pair>(Pair{Model::build(a), Model::build(b), {}, {}});
  return {[pair](const Pose& pose) { return intersects(pair->a, pair->b, pose, {}, &pair->workspace); },
          [pair](const Pose& pose) {
            QueryOptions options;
            options.segments = false;
            contacts(pair->a, pair->b, pose, pair->contacts, options, &pair->workspace);
            return pair->contacts.pairs.size();
          }};
}

}  // namespace graze::scenes
