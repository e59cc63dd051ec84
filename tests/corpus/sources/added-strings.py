"""PTX that is put together by adding strings to a variable."""


def joined(n):
    code = ""
    code += "cp.async.cg.shared.global "
    m = n + 4
    code += "[%r1], [%rd1], 8;"
    other = "cp.async.ca.shared.global "
    other += ("[%r1], "
              "[%rd1], 5;")
    return code + other


def other_function():
    code = "[%r1], [%rd1], 16;"
    return code


def unknown_between(n, dims):
    ptx = "cp.async.bulk.tensor"
    if dims == 2:
        ptx += ".2d"
    elif dims == 3:
        ptx += ".3d"
    ptx += ".global.shared::cta.bulk_grup "
    ptx += coordinates(n)
    ptx += ", [%r1];"
    for i in range(n):
        ptx += "cp.async.ca.shared.global "
        ptx += f"[%r{i}], [%rd1], 6;"
    return ptx


def assigned_anew():
    code = "cp.async.ca.shared.global "
    code = "[%r1], [%rd1], 7;"
    code += "cp.async.wait_group 0;"
    emit(code)
    code += "cp.async.wait_group 1, 1;"
    emit("cp.async.wait_group 2, 2;")
    code += "cp.async.wait_group 3, 3;"


def inner():
    if x:
        text = "cp.async.ca.shared.global "
    text += "[%r1], [%rd1], 7;"


class Writer:
    def write(self):
        line = "mbarrier.arrive.shared.b64 "; line += "_, [%r1];"
        line == "cp.async.ca.shared.global "
        line += "cp.async.commit_group" + self.end + "cp.async.wait_all.frob;"
