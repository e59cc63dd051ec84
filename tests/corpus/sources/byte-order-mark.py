"""A module whose documentation shows cp.async.cg.shared.global [%r1], [%rd1], 8; as what not to write."""
wrong = "cp.async.cg.shared.global [%r1], [%rd1], 8;"
