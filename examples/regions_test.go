package examples_test

import (
	"bytes"
	"context"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/opt"
	"github.com/inflight-compiler/inflight/sim"
)

// command finds the commands in the comments of an example that make something of it.
var command = regexp.MustCompile(`(?m)^//   inflight opt (\S+) (--.*)$`)

// What the commands in the comments of the examples of regions make of them. It is right, by the judge and in
// every order that the simulator tries, and computes what the program as written does.
func TestRegions(t *testing.T) {
	found := 0
	for _, file := range matches(t, "examples/regions/*.mlir") {
		if strings.Contains(file, ".golden.") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range command.FindAllStringSubmatch(string(content), -1) {
			found++
			t.Run(c[2], func(t *testing.T) {
				got := optimizeText(t, opt.Config{NewContext: all.NewContext, Passes: flags(c[2])}, file,
					content)
				golden.Compare(t, beside(file, nameOf(c[2])+".golden.mlir"), got)
				sameInEveryOrder(t, file, content, got)
			})
		}
	}
	if found < 6 {
		t.Errorf("only %d commands found", found)
	}
}

// flags returns the passes of --pass and --pass=options.
func flags(line string) (list []opt.PassFlag) {
	for _, flag := range strings.Fields(line) {
		name, options, _ := strings.Cut(strings.TrimPrefix(flag, "--"), "=")
		list = append(list, opt.PassFlag{Name: name, Options: options})
	}
	return list
}

// nameOf makes a part of a file's name of flags.
func nameOf(line string) string {
	return strings.NewReplacer(" --", ".", "--", ".", "=", "-").Replace(line)
}

// sameInEveryOrder runs a program as written, in order, and what was made of it in several modes.
func sameInEveryOrder(t *testing.T, file string, written, made []byte) {
	t.Helper()
	want := results(t, file, written, sim.Config{})
	for _, c := range []sim.Config{{Mode: sim.Late}, {Mode: sim.Early}, {Mode: sim.Random, Seed: 1},
		{Mode: sim.Random, Seed: 2}} {
		if got := results(t, file, made, c); got != want {
			t.Errorf("mode %v: another result than in order", c.Mode)
		}
	}
}

// results runs @f on random arguments and returns the contents of arguments and results.
func results(t *testing.T, file string, content []byte, c sim.Config) string {
	t.Helper()
	m, err := inflight.Parse(diag.NewFile(file, content))
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Pipeline(t.Context()); err != nil {
		t.Fatal(err)
	}
	entry, err := exec.Entry(m.Op(), "f")
	if err != nil {
		t.Fatal(err)
	}
	args, err := (&exec.Inputs{Seed: 1}).Arguments(entry)
	if err != nil {
		t.Fatal(err)
	}
	program, err := sim.Compile(m.Op(), "f")
	if err != nil {
		t.Fatal(err)
	}
	c.Hazards = true
	result, err := program.Run(context.Background(), c, exec.Values(args))
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Hazards) > 0 {
		t.Fatal(result.Hazards[0].Diagnostic())
	}
	var bits bytes.Buffer
	for _, v := range append(exec.Values(args), result.Returns...) {
		if v.Buffer != nil {
			bits.Write(v.Buffer.Data)
		}
	}
	return bits.String()
}
