// expected-error @+1 {{expected the symbol of a device}}
util.func private @f() attributes {on = #hal.device.affinity<3>}
// -----
// expected-error @+1 {{queues are numbered from 0 to 63}}
util.func private @f() attributes {on = #hal.device.affinity<@d, [64]>}
// -----
util.func @f(%d: !hal.device) {
  // expected-error @+1 {{expected the flags "None"}}
  %0 = hal.fence.create device(%d : !hal.device) flags("Fast") : !hal.fence
  util.return
}
// -----
util.func @f(%d: !hal.device) {
  // expected-error @+1 {{has flags 4, but the only flags are "None", which is 0}}
  %0 = "hal.fence.create"(%d) <{flags = 4 : i64}> : (!hal.device) -> !hal.fence
  util.return
}
