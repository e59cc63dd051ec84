def kernel(n):
    # the braces of an f-string stay
    text = f"cp.async.cg.shared.Global [%r{n}], [%rd1], 16;\n"
    text += 'cp.async.wait.group 0;\n'
    return text + r"""
    cp.async.bulk.comit_group;
    cp.async.ca.shared.global [%r1], 16, [%rd1];
"""
