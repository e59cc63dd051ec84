# What is installed: what a program needs to be linked with the library (headers, library, and how find_package and
# pkg-config find them), and the command where it is built.
include(CMakePackageConfigHelpers)

install(TARGETS ptxcheck EXPORT ptxcheck)
install(DIRECTORY include/ptxcheck TYPE INCLUDE)
install(FILES grammar/opcodes.def grammar/qualifiers.def grammar/types.def grammar/targets.def
        grammar/spaces.def DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ptxcheck)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/ptxcheck)
install(EXPORT ptxcheck NAMESPACE ptxcheck:: FILE ptxcheck-targets.cmake DESTINATION ${package})
write_basic_package_version_file(ptxcheck-config-version.cmake COMPATIBILITY SameMinorVersion)
configure_package_config_file(src/packages/ptxcheck-config.cmake.in ptxcheck-config.cmake INSTALL_DESTINATION ${package})
install(FILES ${PROJECT_BINARY_DIR}/ptxcheck-config.cmake ${PROJECT_BINARY_DIR}/ptxcheck-config-version.cmake
        ${PROJECT_BINARY_DIR}/ptxcheck-lint.cmake DESTINATION ${package})

file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(definitions)
if(PTXCHECK_HIDDEN)
  set(definitions " -DPTXC_STATIC")
endif()
configure_file(src/packages/ptxcheck.pc.in ptxcheck.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/ptxcheck.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

if(TARGET ptxcheck-command)
  install(TARGETS ptxcheck-command)
endif()
