# SPDX-License-Identifier: Apache-2.0
# Flags that every target of this repository is compiled with; nothing here leaks to users of graze::graze.
add_library(graze_flags INTERFACE)
target_compile_options(graze_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
  # What decides an answer is evaluated as written: no fused multiply-add unless the code says so (DESIGN contract 1).
  -ffp-contract=off)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 sees overlapping copies in every std::string sum (GCC bug 105651).
  target_compile_options(graze_flags INTERFACE -Wno-restrict)
endif()
if(GRAZE_WERROR)
  target_compile_options(graze_flags INTERFACE -Werror)
endif()

if(GRAZE_SANITIZE)
  target_compile_options(graze_flags INTERFACE
    -fsanitize=${GRAZE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(graze_flags INTERFACE -fsanitize=${GRAZE_SANITIZE})
endif()
if(PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(GRAZE_CCACHE ccache)
  if(GRAZE_CCACHE)
    # Paths below the checkout are hashed as relative ones: clones and worktrees share their results.
    # What a source includes is known from the compiler's own dependencies, without a run of the preprocessor.
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_DEPEND=1 ${GRAZE_CCACHE})
  endif()
endif()
