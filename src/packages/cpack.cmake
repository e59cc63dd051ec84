# What CPack makes: `cpack -G TGZ` an archive with all that is installed, `cpack -G DEB` two packages for Debian: the
# command, and what programs are built with, for which the library must be static. Configure with -DPTXCHECK_DEBIAN=ON
# -DCMAKE_INSTALL_PREFIX=/usr for the latter; ./run release does both (docs/releasing.md).
if(PTXCHECK_DEBIAN AND BUILD_SHARED_LIBS)
  message(FATAL_ERROR "The packages for Debian have the static library: turn off PTXCHECK_DEBIAN or BUILD_SHARED_LIBS")
endif()
set(CPACK_PACKAGE_NAME ptxcheck)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The ptxcheck authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "checks the asynchronous-copy instructions of PTX")
set(CPACK_PACKAGE_DESCRIPTION_FILE ${PROJECT_SOURCE_DIR}/README.md)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME ptxcheck-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
string(TOLOWER ${CPACK_PACKAGE_FILE_NAME} CPACK_PACKAGE_FILE_NAME)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)

# The summary stands before the description of each package. What a distribution makes of the same
# version is newer than the revision here.
set(CPACK_COMPONENTS_ALL command development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${PTXCHECK_MAINTAINER}")
set(CPACK_DEBIAN_PACKAGE_VERSION ${PROJECT_VERSION}-0ptxcheck1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME ptxcheck)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION devel)
set(CPACK_COMPONENT_COMMAND_DESCRIPTION "ptxcheck reads PTX, and PTX inside C++, CUDA, Python and other
sources, and says what the assembler rejects, what has no meaning
though it assembles, and what to write instead.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libptxcheck-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "libptxcheck is a C11 library that checks, reads, builds and prints
instructions of PTX. This package has its headers and the static
library, which needs libc alone.")

# What Debian wants to find in each package: its licence and its changes, with a date that SOURCE_DATE_EPOCH may set.
if(PTXCHECK_DEBIAN)
  file(READ LICENSE licence)
  string(REGEX REPLACE ".*Copyright [(]c[)] ([^\n]*).*" "\\1" years_and_holders "${licence}")
  string(REPLACE "\n\n" "\n .\n" licence "${licence}")
  string(REGEX REPLACE "\n([^ ])" "\n \\1" licence "${licence}")
  string(REGEX REPLACE "^.*Permission is" "Permission is" licence "${licence}")
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
  configure_file(src/packages/debian-copyright.in debian/copyright @ONLY)
  configure_file(src/packages/debian-changelog.in debian/changelog.Debian @ONLY)
  configure_file(docs/changelog.md debian/changelog COPYONLY)
  execute_process(
    COMMAND gzip -9nf ${PROJECT_BINARY_DIR}/debian/changelog ${PROJECT_BINARY_DIR}/debian/changelog.Debian)
  foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} COMPONENT)
    install(FILES ${PROJECT_BINARY_DIR}/debian/copyright ${PROJECT_BINARY_DIR}/debian/changelog.gz
            ${PROJECT_BINARY_DIR}/debian/changelog.Debian.gz
            DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${COMPONENT}_PACKAGE_NAME} COMPONENT ${component})
  endforeach()
else()
  install(FILES LICENSE docs/changelog.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT command)
endif()
include(CPack)
