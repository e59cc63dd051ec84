# The manual pages and the completions, which the command prints from its tables and docs/api.md is turned into. They are
# made where ptxcheck is installed; those of the command not when it is built for another machine, where it cannot run.

# ptxcheck_page(FILE COMMAND...): FILE below the build directory is what the command prints.
set(pages)
function(ptxcheck_page file)
  set(page ${PROJECT_BINARY_DIR}/${file})
  get_filename_component(directory ${page} DIRECTORY)
  file(MAKE_DIRECTORY ${directory})
  add_custom_command(OUTPUT ${page} COMMAND ${ARGN} > ${page}.new COMMAND ${CMAKE_COMMAND} -E rename ${page}.new ${page}
                     DEPENDS ${depends} VERBATIM)
  set(pages ${pages} ${page} PARENT_SCOPE)
endfunction()

if(TARGET ptxcheck-command AND NOT CMAKE_CROSSCOMPILING)
  set(depends ptxcheck-command)
  set(table ${PROJECT_SOURCE_DIR}/src/cli/arguments/commands.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} commands REGEX "^COMMAND[(]")
  list(TRANSFORM commands REPLACE "^[^\"]*\"([a-z]+)\".*" "\\1")
  ptxcheck_page(man/ptxcheck.1 ptxcheck-command help --man)
  foreach(command IN LISTS commands)
    ptxcheck_page(man/ptxcheck-${command}.1 ptxcheck-command help --man ${command})
  endforeach()
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

  ptxcheck_page(completions/ptxcheck ptxcheck-command completion bash)
  ptxcheck_page(completions/_ptxcheck ptxcheck-command completion zsh)
  ptxcheck_page(completions/ptxcheck.fish ptxcheck-command completion fish)
  set(completions ${PROJECT_BINARY_DIR}/completions)
  install(FILES ${completions}/ptxcheck DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${completions}/_ptxcheck DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${completions}/ptxcheck.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

find_program(PTXCHECK_AWK awk)
mark_as_advanced(PTXCHECK_AWK)
if(PTXCHECK_AWK)
  set(manual ${PROJECT_SOURCE_DIR}/src/packages/manual.awk ${PROJECT_SOURCE_DIR}/docs/api.md)
  set(depends ${manual})
  ptxcheck_page(man/libptxcheck.3 ${PTXCHECK_AWK} -v version=${PROJECT_VERSION} -v date=${PTXCHECK_DATE} -f ${manual})
  install(FILES ${PROJECT_BINARY_DIR}/man/libptxcheck.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
endif()

add_custom_target(ptxcheck-documentation ALL DEPENDS ${pages})
