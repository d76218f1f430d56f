// Command async measures the asynchronous runtime beside upstream's library: the same programs with either,
// in turn, on one processor and on two. Then parallel loops: compiled by Inflight, by upstream's tools, and
// written by hand for two threads. It prints minima and medians as Markdown.
//
//	go run ./bench/async [-rounds N] [-only WORD]
//
// src/programs.c has the programs, and src/coroutines.mlir those that upstream's tools compile, and Inflight;
// src/loops.mlir has the loops, and src/loops.c their main program. Linux only, with LLVM 22's tools. Start
// reading at run; loops.go has the loops.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/exec/asyncrt"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// A workload is one of the programs, with the number of tasks of a round.
type workload struct {
	name, text string
	tasks      int
	compiled   bool // Inflight has compiled its own program; else both runtimes run the same
}

var workloads = []workload{
	{"group", "empty tasks in a group", 10000, false},
	{"await", "execute, then await", 10000, false},
	{"chain", "a chain, each link executed", 10000, false},
	{"waiting", "a chain, each link awaits at once", 10000, false},
	{"fan", "64 tasks behind one, one behind 64", 6400, false},
	{"chains8", "chains of 8 tasks, both as MLIR compiles them", 8000, false},
	{"chains8", "chains of 8 tasks, each as its own compiler does", 8000, true},
	{"fibTasks", "fib(20), a task per call, both as MLIR compiles them", 21891, false},
	{"fibTasks", "fib(20), a task per call, each as its own compiler does", 21891, true},
	{"fibCalls", "fib(20), async.func, both as MLIR compiles them", 21891, false},
	{"fibCalls", "fib(20), async.func, each as its own compiler does", 21891, true},
	{"work3us", "tasks of 3 µs in a group", 1000, false},
}

// inner is how many rounds a process makes of itself.
const inner = 7

func main() {
	b := &bench{}
	flag.IntVar(&b.rounds, "rounds", 9, "how often each process runs")
	flag.StringVar(&b.only, "only", "", "only the program of this name")
	flag.Parse()
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "async:", err)
		os.Exit(1)
	}
}

type bench struct {
	rounds               int
	only                 string
	folder, clang        string
	programs             string
	ours, upstream       string // the runtimes
	compiled, coroutines string // coroutines.mlir, as Inflight and MLIR compile it
}

func (b *bench) run() (err error) {
	if b.folder, err = os.MkdirTemp("", "inflight-bench-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.folder)
	if err := b.build(); err != nil {
		return err
	}
	for processors := 1; processors <= 2 &&
		slices.ContainsFunc(workloads, func(w workload) bool { return b.wants(w.name) }); processors++ {
		fmt.Printf(
			"| on %d: ns per task | Inflight: least | median | upstream: least | median | ratio of the "+
				"least | of the medians |\n", processors)
		fmt.Println("|---|---|---|---|---|---|---|")
		for _, w := range workloads {
			if !b.wants(w.name) {
				continue
			}
			if err := b.compare(w, processors); err != nil {
				return err
			}
		}
		fmt.Println()
	}
	if b.wants("work3us") {
		if err := b.scaling(); err != nil {
			return err
		}
	}
	return b.loops()
}

// wants reports whether a program is to be measured.
func (b *bench) wants(name string) bool { return b.only == "" || b.only == name }

// command runs a program and returns what it prints.
func command(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if exit, ok := err.(*exec.ExitError); ok {
		return "", fmt.Errorf("%s %v: %w\n%s", name, args, err, exit.Stderr)
	}
	return string(out), err
}

// build makes our library, the programs, and the coroutines.
func (b *bench) build() error {
	clang, err := tools.Find("clang")
	if err != nil {
		return err
	}
	b.clang = clang
	b.upstream = filepath.Join("/usr/lib/llvm-22/lib", "libmlir_async_runtime.so")
	b.ours = filepath.Join(b.folder, "libinflight_async.so")
	b.programs = filepath.Join(b.folder, "programs")
	b.coroutines = filepath.Join(b.folder, "coroutines.so")
	b.compiled = filepath.Join(b.folder, "compiled.so")
	source, err := asyncrt.Write(b.folder)
	if err != nil {
		return err
	}
	if _, err := command(clang, append(asyncrt.Flags(), "-shared", "-o", b.ours, source)...); err != nil {
		return err
	}
	if _, err := command(clang, "-O2", "-o", b.programs, "bench/async/src/programs.c", "-ldl"); err != nil {
		return err
	}
	if err := buildLibrary("coroutines", b.compiled); err != nil {
		return err
	}
	return b.compileCoroutines(clang)
}

func (b *bench) compileCoroutines(clang string) error {
	text, err := b.translate("coroutines",
		"--async-func-to-async-runtime", "--async-to-async-runtime", "--async-runtime-ref-counting",
		"--async-runtime-ref-counting-opt",
		"--convert-scf-to-cf", "--convert-async-to-llvm", "--convert-arith-to-llvm", "--convert-func-to-llvm",
		"--convert-cf-to-llvm",
		"--reconcile-unrealized-casts")
	if err != nil {
		return err
	}
	_, err = command(clang, "-O2", "-fPIC", "-shared", "-Wno-override-module", "-o", b.coroutines, text)
	return err
}

// translate has upstream's tools lower a program of src, and returns the file with its LLVM IR.
func (b *bench) translate(name string, passes ...string) (string, error) {
	opt, err := tools.Find("mlir-opt")
	if err != nil {
		return "", err
	}
	translate, err := tools.Find("mlir-translate")
	if err != nil {
		return "", err
	}
	lowered, text := filepath.Join(b.folder, name+".mlir"), filepath.Join(b.folder, name+".ll")
	if _, err := command(opt, append(passes, "bench/async/src/"+name+".mlir", "-o", lowered)...); err != nil {
		return "", err
	}
	_, err = command(translate, "--mlir-to-llvmir", lowered, "-o", text)
	return text, err
}

// measure runs a program once and returns the nanoseconds per task of each of its rounds.
func (b *bench) measure(library, coroutines, name string, tasks, processors int) ([]float64, error) {
	mask := strconv.FormatUint(1<<processors-1, 16)
	return times("taskset", mask, b.programs, library, coroutines, name, strconv.Itoa(tasks),
		strconv.Itoa(inner))
}

// times runs a program that prints times.
func times(name string, args ...string) ([]float64, error) {
	out, err := command(name, args...)
	if err != nil {
		return nil, err
	}
	var times []float64
	for _, field := range strings.Fields(out) {
		time, err := strconv.ParseFloat(field, 64)
		if err != nil {
			return nil, err
		}
		times = append(times, time)
	}
	return times, nil
}

// alternate measures programs in turn, another one first in every round, and returns all times of each,
// sorted.
func (b *bench) alternate(measure ...func() ([]float64, error)) ([][]float64, error) {
	all := make([][]float64, len(measure))
	for round := range b.rounds {
		for i := range measure {
			which := (round + i) % len(measure)
			times, err := measure[which]()
			if err != nil {
				return all, err
			}
			all[which] = append(all[which], times...)
		}
	}
	for _, times := range all {
		slices.Sort(times)
	}
	return all, nil
}

func median(sorted []float64) float64 { return sorted[len(sorted)/2] }

func (b *bench) compare(w workload, processors int) error {
	with := func(library, coroutines string) func() ([]float64, error) {
		return func() ([]float64, error) {
			return b.measure(library, coroutines, w.name, w.tasks, processors)
		}
	}
	mine := b.coroutines
	if w.compiled {
		mine = b.compiled
	}
	times, err := b.alternate(with(b.ours, mine), with(b.upstream, b.coroutines))
	if err != nil {
		return err
	}
	ours, theirs := times[0], times[1]
	fmt.Printf("| %s | %.1f | %.1f | %.0f | %.0f | **%.1f** | %.1f |\n", w.text, ours[0], median(ours),
		theirs[0], median(theirs),
		theirs[0]/ours[0], median(theirs)/median(ours))
	return nil
}

// scaling compares tasks of 3 microseconds on two processors with the same work in a loop.
func (b *bench) scaling() error {
	const tasks = 1000
	times, err := b.alternate(
		func() ([]float64, error) { return b.measure(b.ours, b.coroutines, "work3us", tasks, 2) },
		func() ([]float64, error) { return b.measure(b.ours, b.coroutines, "alone3us", tasks, 1) })
	if err != nil {
		return err
	}
	fmt.Printf(
		"Tasks of 3 µs on two processors: %.2f times as fast as a loop on one (least times; medians %.2f).\n",
		times[1][0]/times[0][0], median(times[1])/median(times[0]))
	return nil
}
