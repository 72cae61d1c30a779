// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace graze::detail {

/// While one exists, large arrays of bulk.h that are freed are kept for those that are made next. The kernel clears
/// every page it hands out, at 5 GB/s, and the arrays of a fast build are 280 MB for a million triangles, 91 MB of them
/// the model.
class BulkScope {
 public:
  BulkScope();
  ~BulkScope();
  BulkScope(const BulkScope&) = delete;
  BulkScope& operator=(const BulkScope&) = delete;
};

}  // namespace graze::detail
