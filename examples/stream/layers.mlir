// Two layers on two devices, in IREE's dialect stream. Each device fills its half of the activations, and then works
// on both halves: so each waits for the timepoint of both.
//
//   go run ./cmd/inflight check examples/stream/layers.mlir
//   go run ./cmd/inflight graph examples/stream/layers.mlir
//   go run ./cmd/inflight sim examples/stream/layers.mlir

util.func public @layers(%act: !stream.resource<transient>, %out: !stream.resource<external>) -> !stream.resource<external> {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i8
  %left = stream.cmd.execute on(#hal.device.affinity<@a>) with(%act as %x: !stream.resource<transient>{%c128}) {
    stream.cmd.fill %one, %x[%c0 for %c64] : i32 -> !stream.resource<transient>{%c128}
  } => !stream.timepoint
  %right = stream.cmd.execute on(#hal.device.affinity<@b>) with(%act as %x: !stream.resource<transient>{%c128}) {
    stream.cmd.fill %two, %x[%c64 for %c64] : i8 -> !stream.resource<transient>{%c128}
  } => !stream.timepoint
  %both = stream.timepoint.join max(%left, %right) => !stream.timepoint
  %done = stream.cmd.execute on(#hal.device.affinity<@a>) await(%both) => with(%act as %x: !stream.resource<transient>{%c128}, %out as %y: !stream.resource<external>{%c128}) {
    stream.cmd.concurrent {
      stream.cmd.dispatch @layer::@low {
        ro %x[%c0 for %c128] : !stream.resource<transient>{%c128},
        wo %y[%c0 for %c64] : !stream.resource<external>{%c128}
      }
      stream.cmd.dispatch @layer::@high {
        ro %x[%c0 for %c128] : !stream.resource<transient>{%c128},
        wo %y[%c64 for %c64] : !stream.resource<external>{%c128}
      }
    }
  } => !stream.timepoint
  %r = stream.timepoint.await %done => %out : !stream.resource<external>{%c128}
  util.return %r : !stream.resource<external>
}
