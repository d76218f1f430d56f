package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
)

// report is what was measured, on one day with one device.
type report struct {
	Date   string `json:"date"`
	Device string `json:"device"`
	Driver string `json:"driver"`           // the version of CUDA that it has
	Target string `json:"target,omitempty"` // the device's own
	BLAS   string `json:"blas,omitempty"`
	// What a session tries before it measures.
	Assembled []*assembled  `json:"assembled,omitempty"`
	Tests     []*testRun    `json:"tests,omitempty"`
	Examples  []*exampleRun `json:"examples,omitempty"`
	Races     []*testCase   `json:"races,omitempty"`
	Rows      []*row        `json:"rows"`
	Failures  []string      `json:"failures,omitempty"` // of parts of a session
	Notes     []string      `json:"notes,omitempty"`    // on what was not tried
}

// testRun is a program of tests.
type testRun struct {
	Package string   `json:"package"`
	Passed  int      `json:"passed"`
	Skipped int      `json:"skipped"`
	Failed  []string `json:"failed,omitempty"`
}

// exampleRun is an example on the engine cuda, or as an executable.
type exampleRun struct {
	Name    string   `json:"name"`
	Equal   bool     `json:"equal"` // to the program as written, bit by bit
	Kernels []string `json:"kernels,omitempty"`
	Failure string   `json:"failure,omitempty"`
}

// row is what was measured of a kernel, or of what kernels are compared with.
type row struct {
	testCase
	Registers   int `json:"registers,omitempty"`
	Local       int `json:"local,omitempty"` // bytes of a thread outside of registers
	SharedBytes int `json:"shared,omitempty"`
	// Compiled is how long the driver took to compile the kernel, in seconds.
	Compiled float64 `json:"compiled,omitempty"`
	// Milliseconds is the median, beside the extremes.
	Milliseconds float64 `json:"milliseconds,omitempty"`
	Fastest      float64 `json:"fastest,omitempty"`
	Slowest      float64 `json:"slowest,omitempty"`
	// Error is the largest error, relative to the sum of the magnitudes of what is added up.
	Error   float64 `json:"error"`
	Failure string  `json:"failure,omitempty"`
	// Log is what the driver's compiler said.
	Log string `json:"log,omitempty"`
}

// work returns how much a row does, and the unit of that per second.
func (r *row) work() (amount float64, unit string) {
	n := float64(r.Size)
	switch {
	case r.Kind == kindProduct:
		return 2 * n * n * n / 1e12, "TFLOP/s"
	case r.Kernel == "":
		return 2 * 4 * n / 1e9, "GB/s" // a copy
	}
	return 3 * 4 * n / 1e9, "GB/s"
}

// rate returns what a row does per second.
func (r *row) rate() float64 {
	amount, _ := r.work()
	return amount / (r.Milliseconds / 1e3)
}

// against returns the row that a row is compared with: cuBLAS of the same type and size, or the copy.
func (r *report) against(x *row) *row {
	for _, y := range r.Rows {
		if y.Kernel == "" && y.Kind == x.Kind && y.Type == x.Type && y.Size == x.Size && y.Failure == "" {
			return y
		}
	}
	return nil
}

// write writes the table, and the results as JSON to a file if it has a name.
func (r *report) write(w io.Writer, file string) error {
	fmt.Fprintf(w, "%s, driver of CUDA %s, %s", r.Device, r.Driver, r.Date)
	if r.BLAS != "" {
		fmt.Fprintf(w, ", %s", r.BLAS)
	}
	fmt.Fprint(w, "\n\n")
	failed, err := r.table(w)
	if err != nil {
		return err
	}
	if err := r.writeJSON(file); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d kernels have failed", failed)
	}
	return nil
}

// table writes a row for each kernel and each of what they are compared with, and returns how many kernels
// have failed.
func (r *report) table(w io.Writer) (failed int, err error) {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	r.line(t, "kernel", "type", "size", "stages", "copies", "registers", "spilled", "shared", "ms (range)",
		"rate", "share", "error")
	r.line(t, "---", "---", "---", "---", "---", "---", "---", "---", "---", "---", "---", "---")
	for _, x := range r.Rows {
		if x.Failure != "" && x.Kernel != "" {
			failed++
		}
		r.line(t, r.cells(x)...)
	}
	return failed, t.Flush()
}

func (r *report) line(t *tabwriter.Writer, cells ...string) {
	fmt.Fprintf(t, "| %s |\n", strings.Join(cells, "\t| "))
}

// cells returns the cells of a row.
func (r *report) cells(x *row) []string {
	stages, copies, registers, spilled, shared := "", "", "", "", ""
	if x.Kernel != "" {
		stages, copies = fmt.Sprint(x.Stages), "sync"
		registers, spilled, shared = fmt.Sprint(x.Registers), fmt.Sprint(x.Local), fmt.Sprint(x.SharedBytes)
		if x.Async {
			copies = "async"
		}
	}
	cells := []string{x.Source, x.Type, fmt.Sprint(x.Size), stages, copies, registers, spilled, shared}
	if x.Failure != "" {
		first, _, _ := strings.Cut(x.Failure, "\n")
		return append(cells, "failed: "+first, "", "", "")
	}
	_, unit := x.work()
	share := ""
	if y := r.against(x); y != nil && y != x {
		share = fmt.Sprintf("%.0f %%", 100*x.rate()/y.rate())
	}
	return append(cells, fmt.Sprintf("%.4g (%.4g to %.4g)", x.Milliseconds, x.Fastest, x.Slowest),
		fmt.Sprintf("%.4g %s", x.rate(), unit), share,
		fmt.Sprintf("%.1g", x.Error))
}

func (r *report) writeJSON(file string) error {
	if file == "" {
		return nil
	}
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(content, '\n'), 0o666)
}
