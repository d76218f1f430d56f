package cuda_test

import (
	"context"
	"testing"

	"github.com/inflight-compiler/inflight/exec/cuda"
	"github.com/inflight-compiler/inflight/internal/exact"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// All integer operations at all widths have in PTX the results that arithmetic on numbers of any size gives them.
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

// runSuite has the kernel of a suite compiled, and its PTX executed.
func runSuite(t *testing.T, s *exact.Suite) {
	t.Helper()
	compiled, err := cuda.Compile(passtest.Parse(t, s.Kernel()), cuda.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var args []machine.Arg
	for _, column := range s.Columns {
		args = append(args, arrayOf(&buffer{data: exact.Bytes(column)}, "x", s.Count())...)
	}
	results := make([]byte, 8*len(s.Rows)*s.Count())
	args = append(args, arrayOf(&buffer{data: results}, "r", len(s.Rows), s.Count())...)
	config := machine.Config{Grid: machine.Extents{s.Count(), 1, 1}, Block: machine.Extents{1, 1, 1}, Args: args}
	report, err := machine.Launch(context.Background(), kernel(t, compiled.Text), config)
	if err != nil || len(report.Findings) > 0 {
		t.Fatal(err, report.Findings)
	}
	for _, d := range s.Differences(results) {
		t.Error(d)
	}
}
