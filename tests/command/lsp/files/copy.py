text = """
    cp.async.ca.shared.global [%0], [%1], 12;
"""
