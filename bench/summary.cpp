// SPDX-License-Identifier: Apache-2.0
#include "summary.h"

#include <algorithm>
#include <string_view>

namespace graze::bench {
namespace {

bool is_growth(const std::string& scene) { return scene.rfind(kGrowthPrefix, 0) == 0; }

/// "growth-blobs-10k" is of the family "blobs", "growth-10k" of "".
std::string family_of(const std::string& scene) {
  const std::string rest = scene.substr(std::string_view(kGrowthPrefix).size());
  const std::size_t dash = rest.rfind('-');
  return dash == std::string::npos ? "" : rest.substr(0, dash);
}

}  // namespace

std::vector<Summary> summarise_scenes(const std::vector<Row>& rows) {
  std::vector<Summary> summaries;
  std::vector<std::vector<double>> means, p99s;
  for (const Row& row : rows) {
    if (row.ratio.poses == 0 || is_growth(row.scene)) continue;
    const auto found = std::find_if(summaries.begin(), summaries.end(),
                                    [&](const Summary& s) { return s.mode == row.mode && s.engine == row.engine; });
    const auto index = static_cast<std::size_t>(found - summaries.begin());
    if (found == summaries.end()) {
      Summary& added = summaries.emplace_back();
      added.mode = row.mode;
      added.engine = row.engine;
      added.is_rival = row.is_rival;
      means.emplace_back();
      p99s.emplace_back();
    }
    Summary& summary = summaries[index];
    ++summary.scenes;
    means[index].push_back(row.ratio.mean);
    p99s[index].push_back(row.ratio.p99);
    if (summary.scenes == 1 || row.ratio.mean < summary.least) {
      summary.least = row.ratio.mean;
      summary.least_scene = row.scene;
    }
    if (summary.scenes == 1 || row.ratio.p99 < summary.least_p99) {
      summary.least_p99 = row.ratio.p99;
      summary.least_p99_scene = row.scene;
    }
  }
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    summaries[i].geometric_mean = geometric_mean(means[i]);
    summaries[i].geometric_mean_p99 = geometric_mean(p99s[i]);
  }
  return summaries;
}

std::vector<Growth> growth_of(const std::vector<Row>& rows) {
  std::vector<Growth> series;
  for (const Row& row : rows) {
    if (!is_growth(row.scene)) continue;
    const std::string family = family_of(row.scene);
    auto found = std::find_if(series.begin(), series.end(), [&](const Growth& g) {
      return g.family == family && g.mode == row.mode && g.engine == row.engine;
    });
    if (found == series.end()) {
      series.push_back({family, row.mode, row.engine, {}, {}, {}, {}});
      found = series.end() - 1;
    }
    found->scenes.push_back(row.scene);
    found->triangles.push_back(static_cast<double>(row.triangles_a + row.triangles_b));
    found->us.push_back(row.us.mean);
  }
  for (Growth& growth : series) growth.fit = fit_log2(growth.triangles, growth.us);
  return series;
}

}  // namespace graze::bench
