# Makes ptxcheck_add_lint (ptxcheck-lint.cmake.in) for this build and for what is installed. Which sources may hold PTX
# is in the table of the host languages.
file(STRINGS grammar/hosts.def rows REGEX "^HOST\\(")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS grammar/hosts.def)
set(extensions ptx)
foreach(row IN LISTS rows)
  string(REGEX MATCH "\"[^\"]*\"" names "${row}")
  string(REGEX MATCHALL "[a-z]+[a-z0-9+]*" names "${names}")
  list(APPEND extensions ${names})
endforeach()
string(REPLACE ";" "|" extensions "${extensions}")
string(REPLACE "+" "[+]" extensions "${extensions}")
set(may_hold_ptx "[.](${extensions})$")

file(RELATIVE_PATH to_programs /${CMAKE_INSTALL_LIBDIR}/cmake/ptxcheck /${CMAKE_INSTALL_BINDIR})
configure_file(src/packages/ptxcheck-lint.cmake.in ptxcheck-lint.cmake @ONLY)
include(${PROJECT_BINARY_DIR}/ptxcheck-lint.cmake)
