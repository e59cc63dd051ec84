# The extension for Visual Studio Code as an archive that the editor installs, build/ptxcheck.vsix: the files of
# src/editors/vscode, a grammar that the command prints, and what says what is in it.
if(NOT TARGET ptxcheck-command OR CMAKE_CROSSCOMPILING)
  return()
endif()
set(extension ${PROJECT_SOURCE_DIR}/src/editors/vscode)
set(vsix ${PROJECT_BINARY_DIR}/vsix)
configure_file(${extension}/extension.vsixmanifest.in ${vsix}/extension.vsixmanifest @ONLY)
file(WRITE ${vsix}/[Content_Types].xml
     "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
     "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
     "<Default Extension=\".json\" ContentType=\"application/json\"/>"
     "<Default Extension=\".js\" ContentType=\"application/javascript\"/>"
     "<Default Extension=\".vsixmanifest\" ContentType=\"text/xml\"/>"
     "</Types>\n")
file(GLOB files CONFIGURE_DEPENDS ${extension}/*.js ${extension}/*.json)
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/ptxcheck.vsix
                   COMMAND ${CMAKE_COMMAND} -E make_directory extension
                   COMMAND ${CMAKE_COMMAND} -E copy ${files} extension
                   COMMAND ptxcheck-command grammar --format=textmate > extension/ptx.tmLanguage.json
                   COMMAND ${CMAKE_COMMAND} -E tar cf ${PROJECT_BINARY_DIR}/ptxcheck.vsix --format=zip
                           [Content_Types].xml extension.vsixmanifest extension
                   DEPENDS ptxcheck-command ${files} ${vsix}/extension.vsixmanifest
                   WORKING_DIRECTORY ${vsix} VERBATIM)
add_custom_target(vsix DEPENDS ${PROJECT_BINARY_DIR}/ptxcheck.vsix)
