package asyncrun

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec/asyncrt"
	"github.com/inflight-compiler/inflight/internal/tools"
)

//go:embed source/counted.c
var counted []byte

//go:embed source/settle.c
var settle []byte

// lowering is what mlir-opt does with a module in which nothing asynchronous is left but calls of the
// runtime.
var lowering = []string{
	"--convert-async-to-llvm", "--convert-scf-to-cf", "--finalize-memref-to-llvm", "--convert-arith-to-llvm",
	"--convert-func-to-llvm", "--convert-cf-to-llvm", "--reconcile-unrealized-casts",
}

// limit is how long a program, or a tool, may take. A program that hangs is one whose coroutines wait for
// each other.
const limit = 2 * time.Minute

// Runner runs modules on MLIR's async runtime and on Inflight's.
type Runner struct {
	opt, translate, clang, libraries string
	runtimes                         []runtime
}

// runtime is what programs are linked with, and with how many threads each is run in turn.
type runtime struct {
	name    string
	link    []string
	threads []int // 0: as many as the runtime likes
	// upstream marks MLIR's runtime.
	upstream bool
}

// NewRunner finds the tools and compiles the runtimes. Where a tool is missing, the test is skipped.
func NewRunner(t testing.TB) *Runner {
	t.Helper()
	r := &Runner{opt: tools.Require(t, "mlir-opt"), translate: tools.Require(t, "mlir-translate"),
		clang: tools.Require(t, "clang")}
	clang, err := filepath.EvalSymlinks(r.clang)
	if err != nil {
		t.Fatal(err)
	}
	r.libraries = filepath.Join(filepath.Dir(clang), "..", "lib")
	if _, err := os.Stat(filepath.Join(r.libraries, runtimeName)); err != nil {
		t.Skipf("skipped: no async runtime: %v", err)
	}
	folder := t.TempDir()
	main, err := asyncrt.Write(folder)
	if err != nil {
		t.Fatal(err)
	}
	object := func(name string) string { return filepath.Join(folder, name+".o") }
	r.run(t, counted, r.clang, "-O1", "-Wall", "-Werror", "-c", "-x", "c", "-", "-o", object("counted"))
	r.run(t, settle, r.clang, "-O1", "-Wall", "-Werror", "-I"+folder, "-c", "-x", "c", "-", "-o",
		object("settle"))
	r.run(t, nil, r.clang, append(asyncrt.Flags(), "-c", main, "-o", object("asyncrt"))...)
	r.runtimes = []runtime{
		{"MLIR's runtime", []string{object("counted"), "-ldl"}, []int{0}, true},
		{"Inflight's runtime", []string{object("settle"), object("asyncrt")}, []int{1, 2, 8}, false},
	}
	return r
}

const runtimeName = "libmlir_async_runtime.so"

// Report is what a module printed.
type Report struct {
	Runtime   string
	Hashes    []int64
	Live, Bad int    // objects with references of the program at the end; mistakes found
	Output    string // everything
}

// Run runs the @main that Join made, lowered to the operations of the async runtime, on each runtime. It
// fails the test if the module cannot be compiled, crashes or hangs.
func (r *Runner) Run(t testing.TB, module string) (reports []Report) {
	t.Helper()
	lowered := r.run(t, []byte(module), r.opt, lowering...)
	llvm := r.run(t, lowered, r.translate, "--mlir-to-llvmir")
	program := filepath.Join(t.TempDir(), "program")
	object := program + ".o"
	r.run(t, llvm, r.clang, "-O0", "-w", "-fPIC", "-c", "-x", "ir", "-", "-o", object)
	for _, rt := range r.runtimes {
		link := []string{"-pthread", object, "-o", program, "-L" + r.libraries, "-Wl,-rpath," + r.libraries,
			"-lmlir_c_runner_utils"}
		r.run(t, nil, r.clang, append(link, rt.link...)...)
		for _, n := range rt.threads {
			name, threads := rt.name, []string{}
			if n > 0 {
				name = fmt.Sprintf("%s, %d threads", name, n)
				threads = []string{"INFLIGHT_THREADS=" + strconv.Itoa(n)}
			}
			reports = append(reports, parse(t, name, string(r.execute(t, rt, name, threads, program))))
		}
	}
	return reports
}

// execute runs a program that was made of a module. MLIR's runtime resumes coroutines while it holds the lock
// of what they waited for. Two threads that do so may wait for each other's lock, whatever the program, so
// that a run which hangs there is repeated.
func (r *Runner) execute(t testing.TB, rt runtime, name string, environment []string, program string) []byte {
	t.Helper()
	for attempt := 1; ; attempt++ {
		out, err := r.try(environment, nil, program)
		switch {
		case err == nil:
			return out
		case errors.Is(err, errHangs) && rt.upstream && attempt < 3:
			t.Logf("the program hangs on %s; again", name)
		default:
			t.Fatalf("on %s: %v", name, err)
		}
	}
}

// run runs a program and returns what it prints.
func (r *Runner) run(t testing.TB, stdin []byte, name string, args ...string) []byte {
	t.Helper()
	out, err := r.try(nil, stdin, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var errHangs = fmt.Errorf("it has not ended within %v", limit)

// try runs a program with more in the environment. The error has what it printed.
func (r *Runner) try(environment []string, stdin []byte, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(append(os.Environ(), "INFLIGHT_ASYNC_RUNTIME="+filepath.Join(r.libraries, runtimeName)),
		environment...)
	cmd.Stdin = bytes.NewReader(stdin)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if err != nil && ctx.Err() != nil {
		err = errHangs
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%.4000s%.4000s", filepath.Base(name), err, out.Bytes(), errs.Bytes())
	}
	return out.Bytes(), nil
}

// parse reads what the drivers and inflightSettle print.
func parse(t testing.TB, runtime, output string) Report {
	t.Helper()
	report := Report{Runtime: runtime, Output: output, Live: -1}
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		if h, err := strconv.ParseInt(line, 10, 64); err == nil {
			report.Hashes = append(report.Hashes, h)
		} else if strings.HasPrefix(line, "settled") {
			if _, err := fmt.Sscanf(line, "settled: %d live, %d bad", &report.Live, &report.Bad); err != nil {
				t.Fatal(err)
			}
		}
	}
	if report.Live < 0 {
		t.Fatalf("%s: the program did not settle:\n%s", runtime, output)
	}
	return report
}
