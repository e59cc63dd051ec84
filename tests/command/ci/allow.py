def load(to, source):
    ptx = """
    cp.async.ca.shared.global [%0], [%1], 12;
    """
    one = "cp.async.ca.shared.global [%0], [%1], 5;"
    return (
        "cp.async.ca.shared.global "
        "[%0], [%1], 7;"
    )
