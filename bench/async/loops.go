package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec/native"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// A parallelLoop is a function of src/loops.mlir, with how often a round calls it.
type parallelLoop struct {
	name, text string
	repeats    int
}

var parallelLoops = []parallelLoop{
	{"add", "adds of 2^24 floats", 3},
	{"rows", "adds of 4096 x 4096", 3},
	{"narrow", "adds of 65536 x 64", 10},
	{"polynomial", "64 terms for 2^20 floats", 5},
}

// smallLaunches is how often the loop over 4096 floats is launched in all rounds of a process together.
const smallLaunches = 100_000

// loops measures parallel loops: Inflight, upstream and a loop by hand, in turn. Then one that is too small
// for tasks.
func (b *bench) loops() error {
	if !slices.ContainsFunc(parallelLoops, func(l parallelLoop) bool { return b.wants(l.name) }) &&
		!b.wants("small") {
		return nil
	}
	if err := b.buildLoops(); err != nil {
		return err
	}
	fmt.Println(
		"| µs per loop on two processors | Inflight: least | median | upstream: least | median | by hand: " +
			"least | median | " +
			"upstream to Inflight | Inflight to hand | one thread to Inflight |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, l := range parallelLoops {
		if b.wants(l.name) {
			if err := b.compareLoops(l); err != nil {
				return err
			}
		}
	}
	fmt.Println()
	if b.wants("small") {
		return b.small()
	}
	return nil
}

// The files of the loops, in the folder.
const (
	loopsProgram  = "loops"
	ourLoops      = "ours.so"
	upstreamLoops = "upstream.so"
)

// buildLoops compiles the loops in all three ways, with the same flags.
func (b *bench) buildLoops() error {
	flags := []string{"-O3", "-march=native", "-ffp-contract=off", "-pthread", "-o"}
	if _, err := command(b.clang,
		append(flags, filepath.Join(b.folder, loopsProgram), "bench/async/src/loops.c",
			"-ldl")...); err != nil {
		return err
	}
	lowered, err := b.translate("loops",
		"--async-parallel-for", "--async-to-async-runtime", "--async-runtime-ref-counting",
		"--async-runtime-ref-counting-opt",
		"--convert-async-to-llvm", "--convert-scf-to-cf", "--arith-expand", "--convert-arith-to-llvm",
		"--finalize-memref-to-llvm",
		"--convert-func-to-llvm", "--convert-cf-to-llvm", "--reconcile-unrealized-casts")
	if err != nil {
		return err
	}
	library := []string{filepath.Join(b.folder, upstreamLoops), lowered, "-fPIC", "-shared",
		"-Wno-override-module", b.upstream,
		"-Wl,-rpath," + filepath.Dir(b.upstream)}
	if _, err := command(b.clang, append(flags, library...)...); err != nil {
		return err
	}
	return buildLibrary("loops", filepath.Join(b.folder, ourLoops))
}

// buildLibrary has Inflight compile a program of src.
func buildLibrary(name, file string) error {
	content, err := os.ReadFile("bench/async/src/" + name + ".mlir")
	if err != nil {
		return err
	}
	module, diags := text.Parse(all.NewContext(), diag.NewFile(name+".mlir", content), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(module)
	}
	if diags.HasErrors() {
		return diags.Err()
	}
	return native.BuildLibrary(context.Background(), module, file, config.Code{})
}

// loop returns what measures one way to run a loop: a library, or "alone" or "hand".
func (b *bench) loop(way, name string, repeats int, more ...string) func() ([]float64, error) {
	if filepath.Ext(way) != "" {
		way = filepath.Join(b.folder, way)
	}
	args := append([]string{"3", filepath.Join(b.folder, loopsProgram), way, name, strconv.Itoa(repeats),
		strconv.Itoa(inner)}, more...)
	return func() ([]float64, error) { return times("taskset", args...) }
}

func (b *bench) compareLoops(l parallelLoop) error {
	t, err := b.alternate(b.loop(ourLoops, l.name, l.repeats), b.loop(upstreamLoops, l.name, l.repeats),
		b.loop("hand", l.name, l.repeats), b.loop("alone", l.name, l.repeats))
	if err != nil {
		return err
	}
	fmt.Printf("| %s |", l.text)
	for _, times := range t[:3] {
		fmt.Printf(" %.0f | %.0f |", times[0]/1000, median(times)/1000)
	}
	fmt.Printf(" %s | %s | %s |\n", ratio(t[1], t[0]), ratio(t[0], t[2]), ratio(t[3], t[0]))
	return nil
}

// ratio returns the ratios of the least times and of the medians.
func ratio(x, y []float64) string {
	return fmt.Sprintf("**%.2f**, %.2f", x[0]/y[0], median(x)/median(y))
}

// small compares launches of a loop over 4096 floats with the same loop on one thread.
func (b *bench) small() error {
	repeats := smallLaunches / inner
	t, err := b.alternate(b.loop(ourLoops, "small", repeats), b.loop("alone", "small", repeats),
		b.loop(upstreamLoops, "small", repeats/10))
	if err != nil {
		return err
	}
	fmt.Printf(
		"A loop over 4096 floats, launched %d times: %s times as long as one thread (least times, "+
			"medians); upstream %s.\n",
		repeats*inner, ratio(t[0], t[1]), ratio(t[2], t[1]))
	return nil
}
