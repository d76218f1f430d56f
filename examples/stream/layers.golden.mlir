module {
  util.func public @layers(%arg0: !stream.resource<transient>, %arg1: !stream.resource<external>) -> !stream.resource<external> {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c1_i32 = arith.constant 1 : i32
    %c2_i8 = arith.constant 2 : i8
    %0 = stream.cmd.execute on(#hal.device.affinity<@a>) with(%arg0 as %arg2: !stream.resource<transient>{%c128}) {
      stream.cmd.fill %c1_i32, %arg2[%c0 for %c64] : i32 -> !stream.resource<transient>{%c128}
    } => !stream.timepoint
    %1 = stream.cmd.execute on(#hal.device.affinity<@b>) with(%arg0 as %arg2: !stream.resource<transient>{%c128}) {
      stream.cmd.fill %c2_i8, %arg2[%c64 for %c64] : i8 -> !stream.resource<transient>{%c128}
    } => !stream.timepoint
    %2 = stream.timepoint.join max(%0, %1) => !stream.timepoint
    %3 = stream.cmd.execute on(#hal.device.affinity<@a>) await(%2) => with(%arg0 as %arg2: !stream.resource<transient>{%c128}, %arg1 as %arg3: !stream.resource<external>{%c128}) {
      stream.cmd.concurrent {
        stream.cmd.dispatch @layer::@low {
          ro %arg2[%c0 for %c128] : !stream.resource<transient>{%c128},
          wo %arg3[%c0 for %c64] : !stream.resource<external>{%c128}
        }
        stream.cmd.dispatch @layer::@high {
          ro %arg2[%c0 for %c128] : !stream.resource<transient>{%c128},
          wo %arg3[%c64 for %c64] : !stream.resource<external>{%c128}
        }
      }
    } => !stream.timepoint
    %4 = stream.timepoint.await %3 => %arg1 : !stream.resource<external>{%c128}
    util.return %4 : !stream.resource<external>
  }
}

