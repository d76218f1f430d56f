// Command interrupt measures how soon the inflight command ends when it gets SIGINT, at moments spread over
// its whole run: the time from the signal to the end of the process. It prints a table of Markdown, a row for
// each kind of work, and fails if a process ends with another status than 130 or leaves a file or a process
// behind.
//
//	go run ./bench/interrupt [-moments 12]
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/inflight-compiler/inflight/bench/program"
)

// work is a command that takes long, with what its time goes into. FOLDER in an argument is that of the run.
type work struct {
	what string
	args []string
}

// prepared makes the inputs of works, by the command itself.
var prepared = [][]string{
	{"opt", "examples/gpu/matmul.mlir", "--gpu-tile-matmul", "--gpu-kernel-outlining", "--canonicalize", "-o",
		"FOLDER/kernel.mlir"},
}

var works = []work{
	{"judging a kernel of 128 threads", []string{"check", "FOLDER/kernel.mlir"}},
	{"lowering and judging it before it runs", []string{"run", "FOLDER/kernel.mlir", "--engine", "sim"}},
	{"passes on 100,000 operations",
		[]string{"opt", "FOLDER/many.mlir", "--canonicalize", "--cse", "-o", "FOLDER/out.mlir"}},
	{"one function of 100,000 operations",
		[]string{"opt", "FOLDER/one.mlir", "--canonicalize", "--cse", "-o", "FOLDER/out.mlir"}},
	{"compiling it to WebAssembly",
		[]string{"build", "FOLDER/one.mlir", "--emit", "wasm", "-o", "FOLDER/out.wasm"}},
	{"compiling with clang, nothing cached",
		[]string{"build", "examples/gemm/small.mlir", "-o", "FOLDER/gemm"}},
	{"copies of 160 MB on wasm",
		[]string{"run", "FOLDER/copies.mlir", "--engine", "wasm", "--compare", "never"}},
	{"copies of 160 MB on native",
		[]string{"run", "FOLDER/copies.mlir", "--engine", "native", "--compare", "never"}},
	{"the simulator", []string{"sim", "FOLDER/endless.mlir"}},
	{"PTX on the abstract machine",
		[]string{"check", "examples/ptx/gemm.ptx", "--grid", "8,8", "--arg", "n=1024", "--arg", "k=4096"}},
}

func main() {
	moments := flag.Int("moments", 12, "how many signals each work gets")
	flag.Parse()
	folder, err := os.MkdirTemp("", "inflight-interrupt-")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	b := &bench{folder: folder, command: filepath.Join(folder, "inflight")}
	if err := b.measure(*moments); err != nil {
		_ = os.RemoveAll(folder)
		log.Fatal(err) //nolint:gocritic // the folder is gone
	}
}

type bench struct{ folder, command string }

func (b *bench) measure(moments int) error {
	if err := b.prepare(); err != nil {
		return err
	}
	fmt.Print("| work | in all | median | worst |\n|---|---|---|---|\n")
	for _, w := range works {
		if w.args[0] == "build" || slices.Contains(w.args, "native") {
			if _, err := exec.LookPath("clang-22"); err != nil && !slices.Contains(w.args, "wasm") {
				continue
			}
		}
		if err := b.row(w, moments); err != nil {
			return fmt.Errorf("%s: %w", w.what, err)
		}
	}
	return nil
}

// prepare builds the command and makes the inputs.
func (b *bench) prepare() error {
	if out, err := exec.Command("go", "build", "-o", b.command,
		"./cmd/inflight").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	for name, text := range map[string]string{
		"copies": program.Copies, "endless": program.Endless, "one": oneFunction(100_000),
		"many": manyFunctions(1000, 100),
	} {
		if err := os.WriteFile(filepath.Join(b.folder, name+".mlir"), []byte(text), 0o600); err != nil {
			return err
		}
	}
	for _, args := range prepared {
		if out, err := exec.Command(b.command, b.arguments(args)...).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	return nil
}

func (b *bench) arguments(args []string) []string {
	out := slices.Clone(args)
	for i, a := range out {
		out[i] = strings.ReplaceAll(a, "FOLDER", b.folder)
	}
	return out
}

// longest is how much of work that does not end by itself is measured.
const longest = 3 * time.Second

// row measures one work: first how long it takes, then the signals.
func (b *bench) row(w work, moments int) error {
	total, _, err := b.run(w, longest)
	if err != nil {
		return err
	}
	var delays []time.Duration
	for i := range moments {
		after := total * time.Duration(2*i+1) / time.Duration(2*moments)
		_, delay, err := b.run(w, after)
		if err != nil {
			return err
		}
		if delay > 0 {
			delays = append(delays, delay)
		}
	}
	if len(delays) == 0 {
		return errors.New("it always ended before the signal")
	}
	slices.Sort(delays)
	all := total.Round(10 * time.Millisecond).String()
	if total >= longest {
		all = "endless"
	}
	fmt.Printf("| %s | %s | %v | %v |\n", w.what, all, delays[len(delays)/2].Round(100*time.Microsecond),
		delays[len(delays)-1].Round(100*time.Microsecond))
	return nil
}

// run starts the work and sends a signal after some time. It returns how long the process ran, and how long
// it went on after the signal, 0 if it had ended before.
func (b *bench) run(w work, after time.Duration) (ran, delay time.Duration, err error) {
	before, err := b.files()
	if err != nil {
		return 0, 0, err
	}
	cmd := exec.Command(b.command, b.arguments(w.args)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = append(os.Environ(), "TMPDIR="+b.folder,
		"INFLIGHT_CACHE="+filepath.Join(b.folder, "cache", fmt.Sprint(time.Now().UnixNano())))
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return 0, 0, err
	}
	done := make(chan struct{})
	go func() { _ = cmd.Wait(); close(done) }()
	ctx, cancel := context.WithTimeout(context.Background(), after)
	defer cancel()
	select {
	case <-done:
		return time.Since(start), 0, nil
	case <-ctx.Done():
	}
	signaled := time.Now()
	_ = cmd.Process.Signal(os.Interrupt)
	<-done
	delay = time.Since(signaled)
	// 0 and 1: it had just ended
	status := statusOf(cmd.ProcessState)
	if status != 130 && status != 0 && status != 1 {
		return 0, 0, fmt.Errorf("exit status %d", status)
	}
	if syscall.Kill(-cmd.Process.Pid, 0) == nil {
		return 0, 0, errors.New("a process is left")
	}
	left, err := b.files()
	if err == nil && status == 130 && len(left) > len(before) {
		err = fmt.Errorf("files are left: %v", left)
	}
	return time.Since(start), delay, err
}

// statusOf returns the exit status as a shell gives it. In its first milliseconds a process does not catch
// SIGINT yet, and ends by the signal itself: that is 130, too.
func statusOf(state *os.ProcessState) int {
	if how, ok := state.Sys().(syscall.WaitStatus); ok && how.Signaled() {
		return 128 + int(how.Signal())
	}
	return state.ExitCode()
}

// files returns the files that are there, but for what the cache keeps; what is in the making there has a dot
// in front.
func (b *bench) files() (names []string, err error) {
	err = filepath.WalkDir(b.folder, func(name string, _ fs.DirEntry, err error) error {
		if in, _ := filepath.Rel(b.folder, name); !strings.HasPrefix(in, "cache") ||
			strings.HasPrefix(filepath.Base(name), ".") {
			names = append(names, in)
		}
		return err
	})
	return names, err
}
