// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "graze/adb.h"
#include "graze/distance.h"
#include "graze/error.h"
#include "graze/front.h"
#include "graze/io.h"
#include "graze/math.h"
#include "graze/mesh.h"
#include "graze/model.h"
#include "graze/motion.h"
#include "graze/query.h"
#include "graze/solid.h"
#include "graze/timed.h"
