/* What the constraints of tensor maps look at: the numbers of a field, and what is computed from several. */
#ifndef PTXC_TENSORMAP_QUANTITIES_H
#define PTXC_TENSORMAP_QUANTITIES_H

#include "report/rules.h"
#include "tensormap/map.h"

/* A number under judgement. */
struct ptxc_tensormap_amount {
    bool known;
    int field;     /* that it is of; or which the computed amount is reported of */
    size_t index;  /* in that */
    bool computed; /* it is no number of the field, but made of several */
    int64_t value; /* INT64_MAX stands for what is above */
    uint64_t bits; /* its low bits, of which multiples are */
};

/* Returns how many amounts a quantity has in this map. */
size_t ptxc_tensormap_amounts(const struct ptxc_map *map, int quantity);

/* Returns one of them. */
struct ptxc_tensormap_amount ptxc_tensormap_amount(const struct ptxc_map *map, int quantity, size_t index);

/* Returns the place of an amount; that of `kind` where its own stands nowhere, as it was left out. */
struct ptxc_span ptxc_tensormap_amount_place(const struct ptxc_map *map, const struct ptxc_tensormap_amount *amount);

/* Returns the place of a field, or that of `kind`. */
struct ptxc_span ptxc_tensormap_field_place(const struct ptxc_map *map, int field);

#endif
