package exec_test

import (
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/exact"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
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

// All integer operations at all widths have the results that arithmetic on numbers of any size gives them, on
// every engine.
func TestIntegersAreExact(t *testing.T) {
	onEachEngine(t, func(t *testing.T, engine string) {
		for typ := range exact.Widths {
			if engine == "native" && passtest.Programs(1) == 1 && !slices.Contains([]string{"i5", "i32", "index"}, typ) {
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

// Operations on floating-point numbers have the results of exact arithmetic with one rounding, on every engine.
func TestFloatsAreExact(t *testing.T) {
	onEachEngine(t, func(t *testing.T, engine string) {
		for _, format := range exact.Formats() {
			t.Run(format, func(t *testing.T) { runSuite(t, engine, exact.Floats(format)) })
		}
	})
}

// runSuite runs the loop of a suite on an engine.
func runSuite(t *testing.T, engine string, s *exact.Suite) {
	t.Helper()
	m := passtest.Parse(t, s.Loop())
	e, err := exec.Lookup(engine)
	if err != nil {
		t.Fatal(err)
	}
	program, err := sim.Compile(m, "f")
	if err != nil {
		t.Fatal(err)
	}
	args, result := suiteArguments(t, program, s)
	if _, err := e.Run(tools.Context(t), m, "f", args, exec.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, d := range s.Differences(result.Data) {
		t.Error(d)
	}
}

// suiteArguments are the arguments of the loop of a suite, the last of which gets the results.
func suiteArguments(t *testing.T, program *sim.Program, s *exact.Suite) (args []sim.Value, result *sim.Buffer) {
	t.Helper()
	for k, typ := range program.Inputs() {
		b, err := sim.NewBuffer(typ.(*ir.MemRefType), typ.(*ir.MemRefType).Shape)
		if err != nil {
			t.Fatal(err)
		}
		if k < len(s.Columns) {
			copy(b.Data, exact.Bytes(s.Columns[k]))
		}
		args, result = append(args, sim.Memory(b)), b
	}
	return args, result
}
