package ptx_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/internal/exact"
	"github.com/inflight-compiler/inflight/internal/gputest"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// All integer operations at all widths have in PTX the results that arithmetic on numbers of any size gives
// them.
func TestIntegersAreExact(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for typ := range exact.Widths {
		t.Run(typ, func(t *testing.T) { runSuite(t, exact.Integers(typ)) })
	}
}

// Conversions between all types of numbers are exact in PTX.
func TestConversionsAreExact(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	runSuite(t, exact.Conversions())
}

// Operations on floating-point numbers have in PTX the results of exact arithmetic with one rounding.
func TestFloatsAreExact(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for _, format := range exact.Formats() {
		t.Run(format, func(t *testing.T) { runSuite(t, exact.Floats(format)) })
	}
}

// A subscript that wraps around finds in PTX the element that the arithmetic means.
func TestSubscriptsWrap(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for typ := range exact.Widths {
		t.Run(typ, func(t *testing.T) { runSuite(t, exact.Subscripts(typ)) })
	}
}

// outlining makes functions of loops over threads, and launches of them.
const outlining = "builtin.module(func.func(convert-thread-loops-to-gpu),canonicalize," +
	"gpu-launch-sink-index-computations,gpu-kernel-outlining)"

// What TVMScript writes with integers of any two dtypes is exact in the PTX of a loop over blocks of threads.
func TestDtypesAreExact(t *testing.T) {
	race.Skip(t, "one goroutine executes kernels")
	for i, a := range exact.Dtypes() {
		for j, b := range exact.Dtypes() {
			t.Run(a+" "+b, func(t *testing.T) {
				s := exact.OfDtypes(a, b, rand.New(rand.NewPCG(4, uint64(8*i+j))))
				columns := make([][]byte, len(s.Columns))
				for k := range columns {
					columns[k] = s.Memory(k)
				}
				m := passtest.Transform(t, passtest.Read(t, "dtypes.py", s.Source(true)), outlining)
				runTable(t, m, columns, &s.Suite)
			})
		}
	}
}

// runSuite has the kernel of a suite compiled, and its PTX executed.
func runSuite(t *testing.T, s *exact.Suite) {
	t.Helper()
	var columns [][]byte
	for _, column := range s.Columns {
		columns = append(columns, exact.Bytes(column))
	}
	runTable(t, passtest.Parse(t, s.Kernel()), columns, s)
}

// runTable has a kernel compiled whose arguments are columns of operands and memory for the results of a
// table, and its PTX executed by a block of one thread for each operand.
func runTable(t *testing.T, m *ir.Op, columns [][]byte, s *exact.Suite) {
	t.Helper()
	compiled, err := ptx.Compile(t.Context(), m, ptx.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var all [][]machine.Arg
	for _, column := range columns {
		all = append(all, arrayOf(&buffer{data: column}, "x", s.Count()))
	}
	results := make([]byte, 8*len(s.Rows)*s.Count())
	all = append(all, arrayOf(&buffer{data: results}, "r", len(s.Rows), s.Count()))
	var args []machine.Arg
	for _, number := range passed(m, len(all)) {
		args = append(args, all[number]...)
	}
	config := machine.Config{Grid: machine.Extents{s.Count(), 1, 1}, Block: machine.Extents{1, 1, 1},
		Args: args}
	report, err := gputest.Launch(t, kernel(t, compiled.Text), config)
	if err != nil || len(report.Findings) > 0 {
		t.Fatal(err, report.Findings)
	}
	for _, d := range s.Differences(results) {
		t.Error(d)
	}
}

// passed returns which arguments of the function around a launch the kernel gets, or those of a kernel
// without a launch.
func passed(m *ir.Op, count int) []int {
	var numbers []int
	if launches := m.Find(gpu.LaunchFunc); len(launches) > 0 {
		for _, v := range gpu.KernelOperands(launches[0]) {
			numbers = append(numbers, v.Index())
		}
		return numbers
	}
	for i := range count {
		numbers = append(numbers, i)
	}
	return numbers
}
