// Strings that name instructions: of a message, a test, a pattern; and strings that are instructions.
void strings(Builder &builder) {
    EXPECT_EQ(error("cp.async.bulk;"), "cp.async.cg.shared.global;");
    diagnose("mbarrier.arrive;");
    search("cp.async.wait_group [0-9]+;");
    search("cp.async.ca.shared.global \\[%r\\d+\\], \\[%rd\\d+\\], 5;");
    pattern("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes$cg [$dst], [$map, $bar], 1;");
    builder.emit("cp.async.cg.shared.global;");
    builder.append("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b64 [%r1], [%r2];");
    print("fence.proxy.asynch;");
}
