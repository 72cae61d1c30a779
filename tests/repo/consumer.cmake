# SPDX-License-Identifier: Apache-2.0
# Installs the build into a temporary prefix, then configures, builds and runs tests/repo/consumer against it.
# cmake -DSOURCE=… -DBUILD=… -DWORK=… -DCOMPILER=… -DSTYLE=installed|subdirectory|shared -P consumer.cmake
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    list(JOIN ARGV " " line)
    message(FATAL_ERROR "failed (${result}): ${line}\n${output}")
  endif()
endfunction()

# What compiles the library does so beside the main build: as far below the sources, so that ccache knows it all.
set(tree ${BUILD}-${STYLE})
file(REMOVE_RECURSE ${WORK} ${tree})
set(prefix ${WORK}/prefix)
set(consumer ${WORK}/consumer)
set(configure ${CMAKE_COMMAND} -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER})

if(STYLE STREQUAL "installed")
  run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
  set(how -DCMAKE_PREFIX_PATH=${prefix})
elseif(STYLE STREQUAL "shared")
  run(${configure} -S ${SOURCE} -B ${tree} -DBUILD_SHARED_LIBS=ON -DGRAZE_TESTS=OFF -DGRAZE_TOOLS=OFF)
  run(${CMAKE_COMMAND} --build ${tree} -j 2)
  run(${CMAKE_COMMAND} --install ${tree} --prefix ${prefix})
  # Moved after installation: the package must not remember where it was built or installed.
  file(RENAME ${prefix} ${WORK}/moved)
  set(how -DCMAKE_PREFIX_PATH=${WORK}/moved)
elseif(STYLE STREQUAL "subdirectory")
  set(how -DGRAZE_SOURCE=${SOURCE} -DGRAZE_WERROR=ON)
  set(consumer ${tree})
else()
  message(FATAL_ERROR "no STYLE '${STYLE}'")
endif()

run(${configure} -S ${SOURCE}/tests/repo/consumer -B ${consumer} ${how})
run(${CMAKE_COMMAND} --build ${consumer} --target core files -j 2)
run(${consumer}/core)
run(${consumer}/files ${SOURCE}/examples/data/cube.obj)
if(STYLE STREQUAL "installed")  # an engine for `graze bench`, which needs a header of the package
  run(${CMAKE_COMMAND} -G Ninja -S ${SOURCE}/examples/bench_engine -B ${WORK}/engine ${how})
  run(${CMAKE_COMMAND} --build ${WORK}/engine)
endif()
