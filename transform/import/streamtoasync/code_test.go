package streamtoasync_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
)

// halves is a program whose device code writes OFFSET to OFFSET + 8 of the 16 bytes that its dispatch names,
// one workgroup per byte, beside a fill of the first 8.
const halves = `stream.executable private @ex {
  stream.executable.export public @f workgroups(%x: index, %y: index) -> (index, index, index) {
    %c1 = arith.constant 1 : index
    stream.return %c1, %x, %y : index, index, index
  }
  builtin.module {
    func.func @f(%a: !stream.binding, %v: i8) {
      %c4 = arith.constant 4 : index
      %at = arith.constant OFFSET : index
      %m = stream.binding.subspan %a[%at] : !stream.binding -> memref<8xi8>
      %i = stream.dispatch.workgroup.id[1] : index
      %j = stream.dispatch.workgroup.id[2] : index
      %k = arith.muli %i, %c4 : index
      %n = arith.addi %k, %j : index
      %o = arith.index_cast %n : index to i8
      %w = arith.addi %o, %v : i8
      memref.store %w, %m[%n] : memref<8xi8>
      return
    }
  }
}
util.func public @main(%a: !stream.resource<external>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %v = arith.constant 40 : i8
  %t = stream.cmd.execute with(%a as %x: !stream.resource<external>{%c16}) {
    stream.cmd.fill %v, %x[%c0 for %c8] : i8 -> !stream.resource<external>{%c16}
  } => !stream.timepoint
  %u = stream.cmd.execute with(%a as %x: !stream.resource<external>{%c16}) {
    stream.cmd.dispatch @ex::@f[%c2, %c4](%v : i8) {
      rw %x[%c0 for %c16] : !stream.resource<external>{%c16}
    }
  } => !stream.timepoint
  %j = stream.timepoint.join max(%t, %u) => !stream.timepoint
  %r = stream.timepoint.await sync %j => %a : !stream.resource<external>{%c16}
  util.return
}
`

// Code of a device accesses what it accesses, not all that its dispatch names.
func TestCodeOfDevices(t *testing.T) {
	right := passtest.Transform(t, passtest.Parse(t, strings.ReplaceAll(halves, "OFFSET", "8")),
		"builtin.module(stream-to-async)")
	for _, mode := range passtest.Modes {
		memory, races := passtest.Simulate(t, right, mode, 3)
		if len(races) > 0 {
			t.Errorf("mode %v: %d races of accesses to different halves", mode.Mode, len(races))
		}
		for i, b := range memory[0].Buffer.Data[:16] {
			if want := byte(40 + max(0, i-8)); b != want {
				t.Errorf("mode %v: byte %d is %d, want %d", mode.Mode, i, b, want)
			}
		}
	}
	if passtest.Clean(t,
		passtest.Transform(t, passtest.Parse(t, strings.ReplaceAll(halves, "OFFSET", "7")),
			"builtin.module(stream-to-async)"), 3) {
		t.Error("no race is found where the code writes what the fill writes")
	}
	// Unknown code stands for all that its dispatch names.
	unknown := strings.ReplaceAll(halves, "@ex::@f", "@ex::@elsewhere")
	if _, races := passtest.Simulate(t,
		passtest.Transform(t, passtest.Parse(t, strings.ReplaceAll(unknown, "OFFSET", "8")),
			"builtin.module(stream-to-async)"),
		sim.Config{}, 3); len(races) == 0 {
		t.Error("unknown code has no race")
	}
}
