// SPDX-License-Identifier: Apache-2.0
// What is left of the stock beside the part that was meant.
#pragma once

#include "graze/nc/stock.h"
#include "nc/stock/dexels.h"

namespace graze::detail::stock {

/// Fills what a report has of the target, by lines along z, and adds a finding where material is left above the part.
/// `before` and `after` are those lines.
void compare(const Dexels& before, const Dexels& after, const Model& target, const nc::StockOptions& options,
             nc::StockReport& report);

}  // namespace graze::detail::stock
