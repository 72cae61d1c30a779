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
    set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} ${GRAZE_CCACHE})
  endif()
endif()

# graze_together(LIST NAME SOURCE...): these sources of LIST become one generated file that includes them, where their
# headers cost more than they do. It names them from the repository's root, so that ccache knows it in every clone.
function(graze_together list name)
  list(LENGTH ARGN count)
  if(NOT GRAZE_TOGETHER OR count LESS 2)
    return()
  endif()
  list(REMOVE_ITEM ${list} ${ARGN})
  set(text "")
  foreach(source ${ARGN})
    file(RELATIVE_PATH source ${PROJECT_SOURCE_DIR} ${source})
    string(APPEND text "#include \"${source}\"\n")
  endforeach()
  set(together ${CMAKE_CURRENT_BINARY_DIR}/together/${name}.cpp)
  file(CONFIGURE OUTPUT ${together} CONTENT "${text}" @ONLY)
  set_source_files_properties(${together} PROPERTIES INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR})
  set(${list} ${${list}} ${together} PARENT_SCOPE)
endfunction()
