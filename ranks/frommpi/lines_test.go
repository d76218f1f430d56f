package frommpi_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/ranks/frommpi"
)

// rebuild makes programs of texts: two files for a rank each, one for n.
func rebuild(n int) func([]*diag.File) *ranks.System {
	return func(files []*diag.File) *ranks.System {
		var list []frommpi.Program
		for _, f := range files {
			m, errs := text.Parse(all.NewContext(), f, text.Options{})
			if errs != nil || ir.Verify(m) != nil {
				return nil
			}
			for op := range m.Body().Ops() {
				if op.Is(function.Func) && op.Body() != nil {
					for range max(1, n/len(files)) {
						list = append(list, frommpi.Program{Module: m, Entry: op})
					}
				}
			}
		}
		s, err := frommpi.System(list)
		if err != nil {
			return nil
		}
		return s
	}
}

// What a repair makes of two programs that send first: nothing if the second operation may not pass the first
// one, and else one moved line.
func TestRepairKeepsMeaning(t *testing.T) {
	const send, recv = "mpi.send(%b, %c0, %next, %w) : memref<4xf32>, i32, i32\n",
		"mpi.recv(%o, %c0, %prev, %w) : memref<4xf32>, i32, i32\n"
	const store = "memref.store %f, %o[%i0] : memref<4xf32>\n"
	for _, c := range []struct{ name, body, want string }{
		{"different memory", send + recv, recv + send},
		{"the same memory", send + strings.Replace(recv, "%o", "%b", 1), ""},
		{"a view of the same memory", "%v = memref.cast %b : memref<4xf32> to memref<?xf32>\n" + send +
			"mpi.recv(%v, %c0, %prev, %w) : memref<?xf32>, i32, i32\n", ""},
		{"a store to what is received", send + store + recv, store + recv + send},
		{"a store to what is sent", send + strings.Replace(store, "%o", "%b", 1) + recv,
			recv + send + strings.Replace(store, "%o", "%b", 1)},
		{"a call in between", send + "func.call @unknown() : () -> ()\n" + recv, ""},
		{"two receives of one channel", "mpi.send(%b, %c0, %next, %w) : memref<4xf32>, i32, i32\n" + recv +
			"mpi.send(%x, %c0, %next, %w) : memref<4xf32>, i32, i32\n" +
			"mpi.recv(%x, %c0, %prev, %w) : memref<4xf32>, i32, i32\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			src := strings.Replace(head, "func.func @main(%b: memref<4xf32>,",
				"func.func private @unknown()\nfunc.func @main(%b: memref<4xf32>, %o: memref<4xf32>, "+
					"%x: memref<4xf32>, %f: f32,", 1) + c.body + "return\n}\n"
			files := []*diag.File{diag.NewFile("a.mlir", []byte(src)), diag.NewFile("b.mlir", []byte(src))}
			var list []frommpi.Program
			for _, f := range files {
				m, _ := text.Parse(all.NewContext(), f, text.Options{})
				for op := range m.Body().Ops() {
					if op.Is(function.Func) && op.Body() != nil {
						list = append(list, frommpi.Program{Module: m, Entry: op})
					}
				}
			}
			fixed, found := frommpi.Lines(list).Repair(ranks.Rendezvous, rebuild(2))
			switch {
			case c.want == "" && found != nil:
				t.Fatalf("%s", fixed[0].Content)
			case c.want == "":
				return
			case found == nil || found.Moved != 1:
				t.Fatalf("%+v", found)
			}
			a, b := string(fixed[0].Content), string(fixed[1].Content)
			if a != src && b != src || !strings.Contains(a+b, c.want) {
				t.Errorf("%s\n%s", a, b)
			}
		})
	}
}

// A ring that all ranks of one program execute is repaired by parity.
func TestParity(t *testing.T) {
	src := head + sendNext + strings.Replace(recvPrev, "%b", "%big", 1) + "return\n}\n"
	src = strings.Replace(src, "%big, %c0, %prev, %w) : memref<4xf32>",
		"%big, %c0, %prev, %w) : memref<8xf32>", 1)
	for n := 2; n <= 5; n++ {
		list := programs(t, src, n)
		if _, found := frommpi.Lines(list).Repair(ranks.Rendezvous, rebuild(n)); found != nil {
			t.Fatalf("%+v", found)
		}
		texts := frommpi.Parity(list)
		if len(texts) != 1 {
			t.Fatalf("%d texts", len(texts))
		}
		s := rebuild(n)(texts)
		if s == nil {
			t.Fatalf("%s", texts[0].Content)
		}
		if v := ranks.Judge(s, ranks.Rendezvous); !v.Free() || v.Transfers != n {
			t.Errorf("%d ranks: %v\n%s", n, v.Diagnostics(s), texts[0].Content)
		}
	}
	if texts := frommpi.Parity(programs(t, head+sendNext+recvPrev+"return\n}\n", 2)); len(texts) > 0 {
		t.Error("a send and a receive of the same memory change places")
	}
}
