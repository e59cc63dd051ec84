text = "\ntcgen05.relinquish_alloc_permit.cta_group::1.sync.alignned;"
