@asmcall("cp.async.commit_group;", "~{memory}", true, Nothing, Tuple{})
