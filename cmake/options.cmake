# SPDX-License-Identifier: Apache-2.0
# Flags that every target of this repository is compiled with; nothing here leaks to users of graze::graze.
add_library(graze_flags INTERFACE)
target_compile_options(graze_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror
  # What decides an answer is evaluated as written: no fused multiply-add unless the code says so (DESIGN contract 1).
  -ffp-contract=off)
if(GRAZE_SANITIZE)
  target_compile_options(graze_flags INTERFACE -fsanitize=${GRAZE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(graze_flags INTERFACE -fsanitize=${GRAZE_SANITIZE})
endif()
