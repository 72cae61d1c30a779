// SPDX-License-Identifier: Apache-2.0
#include "graze/model.h"

#include <mutex>
#include <utility>

#include "base/parallel.h"
#include "build/assemble.h"
#include "build/bulk_scope.h"
#include "build/file.h"
#include "build/hierarchy.h"
#include "build/priors.h"
#include "build/stats.h"
#include "build/validate.h"

namespace graze {

struct Model::Content {
  Mesh mesh;
  BuildOptions options;
  detail::Hierarchy hierarchy;
  mutable std::once_flag priors_made;
  mutable detail::Priors priors;
};

Model::Model(std::shared_ptr<const Content> content) : content_(std::move(content)), hierarchy_(&content_->hierarchy) {}

Model Model::build(Mesh mesh, const BuildOptions& options) {
  const BuildOptions resolved = detail::resolve(options);
  auto content = std::make_shared<Content>();
  content->mesh = std::move(mesh);
  content->options = options;
  const detail::BulkScope memory;
  detail::with_threads(resolved.threads, [&] { content->hierarchy = detail::assemble(content->mesh, resolved); });
  return Model(std::move(content));
}

Model Model::open(const std::filesystem::path& file) {
  detail::SavedModel saved = detail::read_model(file);
  auto content = std::make_shared<Content>();
  content->mesh = std::move(saved.mesh);
  content->options = saved.options;
  content->hierarchy = std::move(saved.hierarchy);
  return Model(std::move(content));
}

void Model::save(const std::filesystem::path& file) const {
  detail::write_model(file, content_->mesh, content_->options, content_->hierarchy);
}

const Mesh& Model::mesh() const { return content_->mesh; }
const BuildOptions& Model::options() const { return content_->options; }
HierarchyStats Model::stats() const { return detail::stats_of(content_->mesh, content_->hierarchy); }
void Model::validate() const { detail::validate(content_->mesh, content_->hierarchy); }

const detail::Priors& Model::priors() const {
  std::call_once(content_->priors_made, [&] { content_->priors = detail::make_priors(content_->hierarchy); });
  return content_->priors;
}

}  // namespace graze
