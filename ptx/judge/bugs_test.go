package judge_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// The files in testdata/bugs are bugs that people met in public kernels, each rebuilt as a small kernel:
// wrong, and right. A line "// launch: n=3" is a launch to judge, with integers by the names of the
// parameters; there may be several, and there is one without numbers if there are none. In a wrong kernel "//
// found: CODE" stands at the end of the line where the judge is to report a code, in every launch.

var launchLine = regexp.MustCompile(`(?m)^// launch:(.*)$`)

// launches returns the launches of a kernel.
func launches(t *testing.T, text string) []judge.Options {
	t.Helper()
	var all []judge.Options
	for _, m := range launchLine.FindAllStringSubmatch(text, -1) {
		o := judge.Options{DynamicShared: -1, Args: map[string]machine.Arg{}}
		for _, word := range strings.Fields(m[1]) {
			name, value, _ := strings.Cut(word, "=")
			n, err := strconv.ParseInt(value, 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			o.Args[name] = machine.Arg{Bits: uint64(n)}
		}
		all = append(all, o)
	}
	if all == nil {
		all = []judge.Options{{DynamicShared: -1}}
	}
	return all
}

var foundComment = regexp.MustCompile(`// found: (\S+)`)

// expected returns what the comments say is found, as "LINE CODE".
func expected(text string) []string {
	var all []string
	for i, line := range strings.Split(text, "\n") {
		for _, m := range foundComment.FindAllStringSubmatch(line, -1) {
			all = append(all, fmt.Sprintf("%d %s", i+1, m[1]))
		}
	}
	return all
}

// said returns what a report says, as "LINE CODE" of its place and of its notes, and how much of it is more
// than a remark: of two accesses either may be the one that comes second.
func said(r *judge.Report) (all []string, faults int) {
	for _, d := range r.AllDiagnostics() {
		all = append(all, fmt.Sprintf("%d %s", d.Span.Place().Line, d.Code))
		for _, n := range d.Notes {
			all = append(all, fmt.Sprintf("%d %s", n.Span.Place().Line, d.Code))
		}
		if d.Severity != diag.Remark {
			faults++
		}
	}
	return all, faults
}

// The bugs that people met are found where they are, and the right kernels are clean, in whatever order the
// warps run and the copies take place.
func TestPublicBugs(t *testing.T) {
	files, err := filepath.Glob("testdata/bugs/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, name := range files {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(ar.Comment), "Source: ") {
			t.Errorf("%s does not name its source", name)
		}
		for _, f := range ar.Files {
			t.Run(filepath.Base(name)+"/"+f.Name, func(t *testing.T) { testBug(t, f) })
		}
	}
}

func testBug(t *testing.T, f txtar.File) {
	text := string(f.Data)
	want := expected(text)
	if right := strings.HasPrefix(f.Name, "right"); right != (len(want) == 0) {
		t.Fatalf("%d findings are expected", len(want))
	}
	for _, o := range launches(t, text) {
		r := check(t, text, o)
		got, faults := said(r)
		for _, w := range want {
			if !strings.Contains("\n"+strings.Join(got, "\n")+"\n", "\n"+w+"\n") {
				t.Errorf("launch %v: %s is not found; found is\n%v", o.Args, w, r.AllDiagnostics())
			}
		}
		if len(want) == 0 && faults > 0 {
			t.Errorf("launch %v: %v", o.Args, r.AllDiagnostics())
		}
		if len(want) == 0 {
			inAnyOrder(t, text, o)
		}
	}
}

// inAnyOrder executes a right kernel with warps and copies in random orders, and finds nothing.
func inAnyOrder(t *testing.T, text string, o judge.Options) {
	t.Helper()
	m, err := judge.Load(diag.NewFile("kernel.ptx", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		plan, err := judge.NewPlan(m, o)
		if err != nil {
			t.Fatal(err)
		}
		config := plan.Config
		config.Mode, config.Seed = machine.Random, seed
		r, err := machine.Launch(context.Background(), plan.Kernel, config)
		if err != nil || len(r.Findings) > 0 {
			t.Errorf("launch %v with seed %d: %v %v", o.Args, seed, r.Findings, err)
			return
		}
	}
}
