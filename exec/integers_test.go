package exec_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/exact"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// onEachEngine runs a test on all engines of the host.
func onEachEngine(t *testing.T, test func(t *testing.T, engine string)) {
	for _, engine := range []string{"sim", "wasm", "native"} {
		t.Run(engine, func(t *testing.T) {
			if engine == "native" {
				tools.Require(t, "clang")
			}
			test(t, engine)
		})
	}
}

// All integer operations at all widths have the results of arithmetic on integers of any size, on every
// engine.
func TestIntegersAreExact(t *testing.T) {
	onEachEngine(t, func(t *testing.T, engine string) {
		for typ := range exact.Widths {
			if engine == "native" && passtest.Programs(1) == 1 &&
				!slices.Contains([]string{"i5", "i32", "index"}, typ) {
				continue // clang takes a second for each
			}
			t.Run(typ, func(t *testing.T) { runSuite(t, engine, exact.Integers(typ)) })
		}
	})
}

// Conversions between all types of numbers are exact on every engine.
func TestConversionsAreExact(t *testing.T) {
	onEachEngine(t, func(t *testing.T, engine string) { runSuite(t, engine, exact.Conversions()) })
}

// Operations on floating-point numbers have the results of exact arithmetic with one rounding, on every
// engine.
func TestFloatsAreExact(t *testing.T) {
	onEachEngine(t, func(t *testing.T, engine string) {
		for _, format := range exact.Formats() {
			t.Run(format, func(t *testing.T) { runSuite(t, engine, exact.Floats(format)) })
		}
	})
}

// A subscript that wraps around selects the same element on every engine, in a loop with many subscripts and
// in a loop of its own.
func TestSubscriptsWrap(t *testing.T) {
	onEachEngine(t, func(t *testing.T, engine string) {
		for typ := range exact.Widths {
			if engine == "native" && passtest.Programs(1) == 1 &&
				!slices.Contains([]string{"i8", "i32"}, typ) {
				continue // clang takes a second for each
			}
			t.Run(typ, func(t *testing.T) {
				s := exact.Subscripts(typ)
				for _, source := range []string{s.Loop(), s.Loops()} {
					runTable(t, engine, passtest.Parse(t, source), [][]byte{exact.Bytes(s.Columns[0])}, s)
				}
			})
		}
	})
}

// Operations of TVMScript on integers of any two dtypes are exact on every engine.
func TestDtypesAreExact(t *testing.T) {
	onEachEngine(t, func(t *testing.T, engine string) {
		for i, a := range exact.Dtypes() {
			for j, b := range exact.Dtypes() {
				if engine == "native" && passtest.Programs(1) == 1 && 8*i+j != 21 && 8*i+j != 35 {
					continue // clang takes a second for each
				}
				t.Run(a+" "+b, func(t *testing.T) {
					s := exact.OfDtypes(a, b, rand.New(rand.NewPCG(3, uint64(8*i+j))))
					m := passtest.Read(t, "dtypes.py", s.Source(false))
					columns := make([][]byte, len(s.Columns))
					for k := range columns {
						columns[k] = s.Memory(k)
					}
					runTable(t, engine, m, columns, &s.Suite)
				})
			}
		}
	})
}

// runSuite runs the loop of a suite on an engine.
func runSuite(t *testing.T, engine string, s *exact.Suite) {
	t.Helper()
	var columns [][]byte
	for _, column := range s.Columns {
		columns = append(columns, exact.Bytes(column))
	}
	runTable(t, engine, passtest.Parse(t, s.Loop()), columns, s)
}

// runTable runs the function @f of a program, whose arguments are columns of operands and memory for the
// results of a table.
func runTable(t *testing.T, engine string, m *ir.Op, columns [][]byte, s *exact.Suite) {
	t.Helper()
	e, err := exec.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	program, err := sim.Compile(m, "f")
	if err != nil {
		t.Fatal(err)
	}
	var args []value.Value
	var result *value.Buffer
	for k, typ := range program.Inputs() {
		if result, err = value.NewBuffer(typ.(*ir.MemRefType), typ.(*ir.MemRefType).Shape); err != nil {
			t.Fatal(err)
		}
		if k < len(columns) {
			copy(result.Data, columns[k])
		}
		args = append(args, value.Memory(result))
	}
	if _, err := runEntry(tools.Context(t), e, m, "f", exec.Code{}, args, exec.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, d := range s.Differences(result.Data) {
		t.Error(d)
	}
}
