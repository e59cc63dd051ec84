// Templates of PTX that printf fills in: a conversion may be any operand or several; registers stay what they are.
int print(char *out, unsigned long size, const char *dst, const char *map, const char *coords, int count) {
    int n = snprintf(out, size, "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%s], [%s, %s], [%s];", dst, map, coords, dst);
    n += snprintf(out, size, "cp.async.bulk.prefetch.tensor.2d.L2.global [%s, {%s}];", map, coords);
    n += snprintf(out, size, "cp.async.wait_group %d;\n", count);
    n += snprintf(out, size, "cp.async.ca.shared.global [%%r%d], [%%rd%d], %4lu;\n", count, count, size);
    n += snprintf(out, size, "cp.async.cg.shared.global [%%r1], [%s], 8;", dst);
    return n;
}
const char *const plain = "cp.async.ca.shared.global [%r1], [%rd1], 5;";
