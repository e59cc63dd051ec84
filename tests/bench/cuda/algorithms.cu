// Algorithms of CUB and Thrust over several types: large kernels, as programs have them, most without a copy.
#include <cstdint>

#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>

template <typename Key, typename Value>
void sort_pairs(void *room, size_t &size, Key *keys, Value *values, int count) {
    cub::DeviceRadixSort::SortPairs(room, size, keys, keys, values, values, count);
    cub::DeviceScan::InclusiveSum(room, size, keys, keys, count);
    cub::DeviceReduce::Sum(room, size, keys, keys, count);
    cub::DeviceSelect::Unique(room, size, keys, keys, values, count);
}

template <typename Key> void merge(thrust::device_vector<Key> &keys, thrust::device_vector<int> &values) {
    thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin(), thrust::greater<Key>());
    thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), keys.begin(), values.begin());
    thrust::set_union(keys.begin(), keys.end(), keys.begin(), keys.end(), keys.begin());
}

template void sort_pairs<uint32_t, int>(void *, size_t &, uint32_t *, int *, int);
template void sort_pairs<uint64_t, int>(void *, size_t &, uint64_t *, int *, int);
template void sort_pairs<double, int>(void *, size_t &, double *, int *, int);
template void merge<float>(thrust::device_vector<float> &, thrust::device_vector<int> &);
template void merge<int64_t>(thrust::device_vector<int64_t> &, thrust::device_vector<int> &);
