# The manual pages and the completions: what the command prints from its tables, and docs/api.md as a page. They are
# made where ptxcheck is installed; those of the command not when it is built for another machine, since it cannot run
# here.

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

# ptxcheck_manual(FILE SECTION COMPONENT COMMAND...): likewise, for a manual page, which is installed; Debian's are
# compressed.
function(ptxcheck_manual file section component)
  ptxcheck_page(man/${file} ${ARGN})
  set(page ${PROJECT_BINARY_DIR}/man/${file})
  if(PTXCHECK_DEBIAN)
    set(depends ${page})
    ptxcheck_page(man/${file}.gz gzip -9nc ${page})
    set(page ${page}.gz)
  endif()
  install(FILES ${page} DESTINATION ${CMAKE_INSTALL_MANDIR}/man${section} COMPONENT ${component})
  set(pages ${pages} PARENT_SCOPE)
endfunction()

if(TARGET ptxcheck-command AND NOT CMAKE_CROSSCOMPILING)
  set(depends ptxcheck-command)
  set(table ${PROJECT_SOURCE_DIR}/src/cli/options/commands.def)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(STRINGS ${table} commands REGEX "^COMMAND[(]")
  list(TRANSFORM commands REPLACE "^[^\"]*\"([a-z]+)\".*" "\\1")
  ptxcheck_manual(ptxcheck.1 1 command ptxcheck-command help --man)
  foreach(command IN LISTS commands)
    ptxcheck_manual(ptxcheck-${command}.1 1 command ptxcheck-command help --man ${command})
  endforeach()

  ptxcheck_page(completions/ptxcheck ptxcheck-command completion bash)
  ptxcheck_page(completions/_ptxcheck ptxcheck-command completion zsh)
  ptxcheck_page(completions/ptxcheck.fish ptxcheck-command completion fish)
  set(completions ${PROJECT_BINARY_DIR}/completions)
  install(FILES ${completions}/ptxcheck DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  # Below /usr, zsh of Debian looks in a directory of its own.
  set(zsh site-functions)
  if(PTXCHECK_DEBIAN)
    set(zsh vendor-completions)
  endif()
  install(FILES ${completions}/_ptxcheck DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh})
  install(FILES ${completions}/ptxcheck.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

find_program(PTXCHECK_AWK awk)
mark_as_advanced(PTXCHECK_AWK)
if(PTXCHECK_AWK)
  set(manual ${PROJECT_SOURCE_DIR}/src/packages/manual.awk ${PROJECT_SOURCE_DIR}/docs/api.md)
  set(depends ${manual})
  ptxcheck_manual(libptxcheck.3 3 development
                  ${PTXCHECK_AWK} -v version=${PROJECT_VERSION} -v date=${PTXCHECK_DATE} -f ${manual})
endif()

add_custom_target(ptxcheck-documentation ALL DEPENDS ${pages})
