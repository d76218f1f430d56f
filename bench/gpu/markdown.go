package main

import (
	"fmt"
	"io"
	"strings"
)

// markdown writes the results of a session, for people.
func (r *report) markdown(w io.Writer) {
	fmt.Fprintf(w, "# Kernels on a GPU\n\n%s, driver of CUDA %s, %s, by `scripts/device.sh`.\n", r.Device,
		r.Driver, r.Date)
	if failures := r.failures(); len(failures) > 0 {
		fmt.Fprintf(w, "\n## What has failed\n\n")
		for _, f := range failures {
			fmt.Fprintf(w, "- %s\n", strings.ReplaceAll(f, "\n", "\n  "))
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(w, "\nNot tried: %s.\n", n)
	}
	r.assembly(w)
	r.testTable(w)
	r.exampleTable(w)
	r.raceTable(w)
	r.best(w)
	if len(r.Rows) > 0 {
		fmt.Fprintf(w, "\n## Times\n\n")
		_, _ = r.table(w)
	}
}

// failures lists everything that should not be so.
func (r *report) failures() []string {
	all := append([]string(nil), r.Failures...)
	for _, a := range r.Assembled {
		if a.Failed {
			all = append(all, fmt.Sprintf("ptxas refuses %s: %s", a.File, a.Remark))
		}
	}
	for _, t := range r.Tests {
		for _, name := range t.Failed {
			all = append(all, fmt.Sprintf("tests of %s: %s", t.Package, name))
		}
	}
	for _, x := range r.Examples {
		if x.Failure != "" {
			all = append(all, fmt.Sprintf("%s: %s", x.Name, x.Failure))
		}
	}
	for _, x := range r.Rows {
		if x.Failure != "" && x.Kernel != "" {
			all = append(all, fmt.Sprintf("%s: %s", x.Name, x.Failure))
		}
	}
	return all
}

func (r *report) assembly(w io.Writer) {
	if r.Assembled == nil {
		return
	}
	failed, remarks := 0, []*assembled{}
	for _, a := range r.Assembled {
		if a.Failed {
			failed++
		} else if a.Remark != "" {
			remarks = append(remarks, a)
		}
	}
	fmt.Fprintf(w, "\n## ptxas\n\nIt compiles %d of %d files", len(r.Assembled)-failed, len(r.Assembled))
	if len(remarks) == 0 {
		fmt.Fprintf(w, ", with registers for everything and no product that waits for another one.\n")
		return
	}
	fmt.Fprintf(w, ". It remarks on %d:\n\n", len(remarks))
	for _, a := range remarks {
		fmt.Fprintf(w, "- `%s`: %s\n", a.File, strings.ReplaceAll(a.Remark, "\n", "; "))
	}
}

func (r *report) testTable(w io.Writer) {
	if r.Tests == nil {
		return
	}
	fmt.Fprintf(w,
		"\n## Tests\n\nEvery launch that these tests execute on the machine of `ptx/machine`, or on the "+
			"simulator, is executed on the device as well, and compared.\n\n"+
			"| package | passed | skipped | failed |\n| --- | --- | --- | --- |\n")
	for _, t := range r.Tests {
		fmt.Fprintf(w, "| %s | %d | %d | %d |\n", t.Package, t.Passed, t.Skipped, len(t.Failed))
	}
}

func (r *report) exampleTable(w io.Writer) {
	if r.Examples == nil {
		return
	}
	fmt.Fprintf(w, "\n## Examples\n\n| example | result | kernels, median time |\n| --- | --- | --- |\n")
	for _, x := range r.Examples {
		result := "equal, bit by bit"
		if x.Failure != "" {
			result = "failed"
		}
		fmt.Fprintf(w, "| %s | %s | %s |\n", x.Name, result, strings.Join(x.Kernels, ", "))
	}
}

// raceTable shows our verdicts beside those of compute-sanitizer.
func (r *report) raceTable(w io.Writer) {
	if r.Races == nil {
		return
	}
	fmt.Fprintf(w,
		"\n## Races\n\nSmall kernels as they are, and without one line of synchronization, before the "+
			"judge of `inflight check` and before racecheck of NVIDIA's compute-sanitizer.\n\n"+
			"| kernel | without | inflight check | racecheck |\n| --- | --- | --- | --- |\n")
	for _, c := range r.Races {
		base, _, _ := strings.Cut(c.Name, ".")
		fmt.Fprintf(w, "| %s | %s | %s | %s |\n", base, c.Without, c.Verdict, c.Sanitizer)
	}
}

// best compares the fastest kernel of each problem with what it is compared with.
func (r *report) best(w io.Writer) {
	var lines []string
	for _, against := range r.Rows {
		if against.Kernel != "" || against.Milliseconds == 0 {
			continue
		}
		var fastest, synchronous *row
		for _, x := range r.Rows {
			if x.Kernel == "" || x.Kind != against.Kind || x.Type != against.Type || x.Size != against.Size ||
				x.Milliseconds == 0 {
				continue
			}
			if fastest == nil || x.Milliseconds < fastest.Milliseconds {
				fastest = x
			}
			if !x.Async && (synchronous == nil || x.Milliseconds < synchronous.Milliseconds) {
				synchronous = x
			}
		}
		if fastest == nil {
			continue
		}
		_, unit := fastest.work()
		line := fmt.Sprintf("| %s, %s, %d | %.4g %s | %s, %d stages | %.4g | %.0f %% |", against.Kind,
			against.Type, against.Size, against.rate(), unit,
			fastest.Source, fastest.Stages, fastest.rate(), 100*fastest.rate()/against.rate())
		if synchronous != nil {
			line += fmt.Sprintf(" %.2f |", synchronous.Milliseconds/fastest.Milliseconds)
		} else {
			line += " |"
		}
		lines = append(lines, line)
	}
	if lines != nil {
		fmt.Fprintf(w,
			"\n## The fastest\n\nBeside cuBLAS for products, beside a copy on the device for streams. The "+
				"last column is how much faster the fastest kernel is than the "+
				"fastest one without asynchronous copies.\n\n| problem | theirs | our fastest | rate | "+
				"share | "+
				"by copies |\n| --- | --- | --- | --- | --- | --- |\n%s\n", strings.Join(lines, "\n"))
	}
}
