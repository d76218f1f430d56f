package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/internal/ending"
	"github.com/inflight-compiler/inflight/interrupt"
)

// execute runs a command line in this process, with a context.
func execute(ctx context.Context, args []string) error {
	var out, errs bytes.Buffer
	a := newApp(strings.NewReader(""), &out, &errs)
	a.expired = make(chan struct{})
	root := a.command()
	root.SetArgs(args)
	return guarded(func() error { return root.ExecuteContext(ctx) })
}

// interruptible are command lines that together go through every phase. FOLDER stands for an empty folder.
var interruptible = [][]string{
	{"check", "gemm/small.mlir"},
	{"check", "gpu/triad.mlir"},
	{"check", "tvm/shared_gemm.py"},
	{"check", "ptx/gemm.ptx"},
	{"run", "gemm/small.mlir", "--out", "C=FOLDER/c.npy"},
	{"run", "rfc77/gemm.mlir", "--engine", "sim"},
	{"run", "async/dot.mlir", "--trace", "FOLDER/trace.json"},
	{"run", "ptx/vector_add.ptx", "--arg", "n=1000"},
	{"sim", "tokens/two_groups.mlir", "--mode", "late"},
	{"sim", "gpu/two_matmuls.mlir", "--mode", "timed", "--machine", "h100", "--trace", "FOLDER/trace.json"},
	{"opt", "rfc77/gemm.mlir", "--inject-software-pipeline", "--canonicalize", "--cse", "-o",
		"FOLDER/out.mlir"},
	{"opt", "rfc77/gemm.mlir", "--inject-software-pipeline", "--emit", "tvmscript", "-o", "FOLDER/out.py"},
	{"opt", "async/dot.mlir", "--async-to-async-runtime", "--convert-async-to-llvm", "-o", "FOLDER/out.mlir"},
	{"translate", "tvm/shared_gemm.py", "-o", "FOLDER/out.mlir"},
	{"translate", "rfc77/gemm.mlir", "-o", "FOLDER/out.py"},
	{"build", "gpu/triad.mlir", "-o", "FOLDER/triad.ptx"},
	{"build", "wasm/saxpy.mlir", "-o", "FOLDER/saxpy.wasm"},
	{"build", "gemm/small.mlir", "--emit", "llvm", "-o", "FOLDER/gemm.ll"},
	{"graph", "gpu/two_matmuls.mlir", "-o", "FOLDER/g.svg"},
}

// furtherLooks bounds how often work may ask a context that has ended for its error: each of several
// goroutines asks, and so do the goroutines that wait for them.
const furtherLooks = 64

// If the context of a command ends at any moment, the command ends with an error that says so. It asks the
// context in each step before and only a few more times after, and leaves no file and no goroutine.
func TestEndsAtAnyMoment(t *testing.T) {
	for _, args := range interruptible {
		t.Run(args[0]+" "+strings.ReplaceAll(args[1], "/", " "), func(t *testing.T) {
			folder := t.TempDir()
			line := commandLine(t, args, folder)
			whole := ending.At(ending.Never)
			if err := execute(interrupt.EachStep(whole), line); err != nil &&
				!errors.As(err, new(exitStatus)) {
				t.Fatal(err)
			}
			n := whole.Looks()
			if n == 0 {
				t.Fatal("the command never looks at its context")
			}
			for _, at := range []int64{1, n / 5, n / 3, n / 2, n * 4 / 5, n - 1} {
				endAt(t, line, folder, max(at, 1))
			}
		})
	}
}

func commandLine(t *testing.T, args []string, folder string) []string {
	t.Helper()
	line := make([]string, len(args))
	for i, a := range args {
		line[i] = strings.ReplaceAll(a, "FOLDER", folder)
	}
	line[1] = filepath.Join(root(t), "examples", line[1])
	return line
}

// endAt ends the context of a command at the at-th question.
func endAt(t *testing.T, line []string, folder string, at int64) {
	t.Helper()
	clean(t, folder)
	goroutines := runtime.NumGoroutine()
	ctx := ending.At(at)
	err := execute(interrupt.EachStep(ctx), line)
	looks := ctx.Looks()
	if looks < at {
		return // goroutines that share the work looked less often this time
	}
	if _, said := errors.AsType[exitStatus](err); err == nil || !said && !interrupt.Is(err) {
		t.Errorf("ended at look %d, the error is %v", at, err)
	}
	if looks > at+furtherLooks {
		t.Errorf("ended at look %d, there were %d", at, looks)
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) > 0 {
		t.Errorf("ended at look %d, files are left: %v", at, left)
	}
	for tries := 0; runtime.NumGoroutine() > goroutines; tries++ {
		if tries > 1000 {
			t.Fatalf("ended at look %d, goroutines are left", at)
		}
		time.Sleep(time.Millisecond)
	}
}

func clean(t *testing.T, folder string) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(folder, "*"))
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
}

// An interrupted process ends with the status that shells expect: 130 after Ctrl-C, 143 after SIGTERM, and
// 124 after its time limit. It leaves no file and no process, whatever it was doing.
func TestSignalsEndTheProcess(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"endless": program.Endless, "copies": program.Copies} {
		if err := os.WriteFile(filepath.Join(folder, name+".mlir"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	lines := [][]string{
		{"sim", "endless.mlir", "--trace", "trace.json", "--mode", "timed"},
		{"run", "endless.mlir", "--engine", "wasm", "--compare", "never"},
		{"run", "copies.mlir", "--engine", "wasm", "--compare", "never"},
		{"run", "endless.mlir", "--engine", "sim"},
	}
	if _, err := exec.LookPath("clang-22"); err == nil {
		lines = append(lines, []string{"run", "copies.mlir", "--engine", "native", "--compare", "never"})
	}
	for _, line := range lines {
		for _, c := range []struct {
			signal os.Signal
			limit  []string
			status int
		}{{os.Interrupt, nil, 130}, {syscall.SIGTERM, nil, 143},
			{nil, []string{"--time-limit", "300ms"}, 124}} {
			var cmd *exec.Cmd
			var said bytes.Buffer
			// A process that has not begun yet when the signal comes ends by the signal: it gets more time.
			for wait := 300 * time.Millisecond; wait < 10*time.Second; wait *= 3 {
				said.Reset()
				cmd = exec.Command("inflight", append(line, c.limit...)...)
				cmd.Dir, cmd.SysProcAttr = folder, &syscall.SysProcAttr{Setpgid: true}
				cmd.Env = append(os.Environ(), "TMPDIR="+folder, "INFLIGHT_CACHE="+t.TempDir())
				cmd.Stderr = &said
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				if c.signal != nil {
					time.Sleep(wait)
					_ = cmd.Process.Signal(c.signal)
				}
				if _ = cmd.Wait(); cmd.ProcessState.Exited() {
					break
				}
			}
			if status := cmd.ProcessState.ExitCode(); status != c.status ||
				!strings.Contains(said.String(), "[run-") {
				t.Errorf("%v, %v: exit status %d, want %d: %s", line, c.signal, status, c.status,
					said.String())
			}
			if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) > 2 {
				t.Errorf("%v: files are left: %v", line, left)
			}
			for tries := 0; syscall.Kill(-cmd.Process.Pid, 0) == nil; tries++ {
				if tries > 5000 {
					t.Fatalf("%v: a process is left", line)
				}
				time.Sleep(time.Millisecond)
			}
		}
	}
}
