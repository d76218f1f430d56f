package randnest

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// Same fails the test unless @main of both programs leaves the same bits in memory, for several numbers.
func Same(t testing.TB, want, got *ir.Op) {
	t.Helper()
	for _, n := range []int64{0, 1, 7, 19} {
		w, g := run(t, want, n), run(t, got, n)
		for i := range w {
			if !bytes.Equal(w[i], g[i]) {
				t.Fatalf("n = %d: argument %d differs%s\n%s\n%s", n, i, firstDifference(w[i], g[i]),
					passtest.Print(want), passtest.Print(got))
			}
		}
	}
}

// Compiled fails the test unless @main leaves the same bits in memory where execute runs it as in the
// simulator, for several numbers.
func Compiled(t testing.TB, module *ir.Op, execute func(args []value.Value) error) {
	t.Helper()
	program, err := sim.Compile(module, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(module))
	}
	for _, n := range []int64{0, 7, 19} {
		want := run(t, module, n)
		args, got := Arguments(t, program.Inputs(), n)
		if err := execute(args); err != nil {
			t.Fatalf("n = %d: %v\n%s", n, err, passtest.Print(module))
		}
		OneNaN(program.Inputs(), got)
		for i := range want {
			if !bytes.Equal(want[i], got[i]) {
				t.Fatalf("n = %d: argument %d differs%s\n%s", n, i, firstDifference(want[i], got[i]),
					passtest.Print(module))
			}
		}
	}
}

func firstDifference(w, g []byte) string {
	for i := range w {
		if w[i] != g[i] {
			return fmt.Sprintf(" at byte %d", i)
		}
	}
	return ""
}

// run executes @main and returns the bytes of its memory.
func run(t testing.TB, module *ir.Op, n int64) [][]byte {
	t.Helper()
	program, err := sim.Compile(module, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(module))
	}
	args, memory := Arguments(t, program.Inputs(), n)
	if _, err := program.Run(context.Background(), sim.Config{}, args); err != nil {
		t.Fatalf("n = %d: %v\n%s", n, err, passtest.Print(module))
	}
	OneNaN(program.Inputs(), memory)
	return memory
}

// OneNaN makes all that are not numbers in the memory of arguments one: which of them an operation returns is
// not said, and x is the maximum of x and x.
func OneNaN(inputs []ir.Type, memory [][]byte) {
	for _, typ := range inputs {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			continue
		}
		data := memory[0]
		memory = memory[1:]
		f, ok := m.Elem.(*ir.FloatType)
		for size := 0; ok && len(data) > 0; data = data[size:] {
			if size = int(f.Width() / 8); size == 4 &&
				math.IsNaN(float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))) {
				binary.LittleEndian.PutUint32(data, 0x7fc00000)
			} else if size == 8 && math.IsNaN(math.Float64frombits(binary.LittleEndian.Uint64(data))) {
				binary.LittleEndian.PutUint64(data, math.Float64bits(math.NaN()))
			}
		}
	}
}

// Arguments returns what @main is run with: memory of numbers, and n for every other argument. The bytes are
// those of the memory.
func Arguments(t testing.TB, inputs []ir.Type, n int64) ([]value.Value, [][]byte) {
	t.Helper()
	var args []value.Value
	var memory [][]byte
	for i, typ := range inputs {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, n))
			continue
		}
		b, err := value.NewBuffer(m, m.Shape)
		if err != nil {
			t.Fatal(err)
		}
		fill(b.Data, m.Elem, i)
		args, memory = append(args, value.Memory(b)), append(memory, b.Data)
	}
	return args, memory
}

// fill writes numbers whose sums depend on the order in which they are added.
func fill(data []byte, elem ir.Type, seed int) {
	number := func(i int) float64 { return 1/float64((i*7+seed*5)%41+3) - 0.1 }
	switch typ := elem.(type) {
	case *ir.FloatType:
		size := int(typ.Width() / 8)
		for i := range len(data) / size {
			if size == 4 {
				binary.LittleEndian.PutUint32(data[4*i:], math.Float32bits(float32(number(i))))
			} else {
				binary.LittleEndian.PutUint64(data[8*i:], math.Float64bits(number(i)))
			}
		}
	default:
		for i := range data {
			data[i] = byte(11*i + seed)
		}
	}
}
