# What is installed: what a program needs to be linked with the library (headers, library, and how find_package and
# pkg-config find them), and the command where it is built. The components are those of the packages: what names none is
# the command's.
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME command)

install(TARGETS ptxcheck EXPORT ptxcheck
        ARCHIVE COMPONENT development LIBRARY COMPONENT library NAMELINK_COMPONENT development)
install(DIRECTORY include/ptxcheck TYPE INCLUDE COMPONENT development)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ptxcheck)
install(EXPORT ptxcheck NAMESPACE ptxcheck:: FILE ptxcheck-targets.cmake DESTINATION ${package}
        COMPONENT development)
write_basic_package_version_file(ptxcheck-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(src/packages/ptxcheck-config.cmake.in ptxcheck-config.cmake
                              INSTALL_DESTINATION ${package})
install(FILES ${PROJECT_BINARY_DIR}/ptxcheck-config.cmake ${PROJECT_BINARY_DIR}/ptxcheck-config-version.cmake
        ${PROJECT_BINARY_DIR}/ptxcheck-lint.cmake DESTINATION ${package} COMPONENT development)

file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(definitions)
if(PTXCHECK_HIDDEN)
  set(definitions " -DPTXC_STATIC")
endif()
configure_file(src/packages/ptxcheck.pc.in ptxcheck.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ptxcheck.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)

if(TARGET ptxcheck-command)
  install(TARGETS ptxcheck-command COMPONENT command)
  if(SKBUILD) # of a Python wheel
    install(TARGETS ptxcheck-command RUNTIME DESTINATION ${SKBUILD_SCRIPTS_DIR} COMPONENT wheel)
    install(FILES LICENSE DESTINATION ${SKBUILD_METADATA_DIR}/licenses COMPONENT wheel)
  endif()
endif()
