# SPDX-License-Identifier: Apache-2.0
# find_package(graze [COMPONENTS io nc]) for others: targets graze::graze and, where built, graze::io and graze::nc.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(graze_targets graze)
if(GRAZE_IO)
  list(APPEND graze_targets graze_io)
endif()
if(GRAZE_NC)
  list(APPEND graze_targets graze_nc)
endif()
# No DEFINE_SYMBOL: static and shared objects are compiled alike, so ccache serves both.
set_target_properties(${graze_targets} PROPERTIES
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR} DEFINE_SYMBOL "")
install(TARGETS ${graze_targets} EXPORT graze-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/graze DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(graze_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/graze)
install(EXPORT graze-targets NAMESPACE graze:: DESTINATION ${graze_cmake_dir})
get_target_property(graze_type graze TYPE)
if(graze_type STREQUAL "STATIC_LIBRARY")
  set(graze_static TRUE)
else()
  set(graze_static FALSE)
endif()
set(graze_has_io ${GRAZE_IO})
set(graze_has_nc ${GRAZE_NC})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/graze-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/graze-config.cmake
  INSTALL_DESTINATION ${graze_cmake_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/graze-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/graze-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/graze-config-version.cmake
  DESTINATION ${graze_cmake_dir})
