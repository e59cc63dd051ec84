// The module is not what a compiler makes of this: each line has one instruction of it.
__global__ void fixed(const char *source) {
    __shared__ __align__(16) char tile[1024];
    const unsigned to = (unsigned)__cvta_generic_to_shared(tile);
    const char *from = source;

    first(to, from);
    second(to, from); // ptxcheck: allow(qualifier-not-allowed)
}
