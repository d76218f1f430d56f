package main

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// signaledLines are command lines by the extension of the examples that they run on. FILE stands for the
// example.
var signaledLines = map[string][]string{
	".mlir": {
		"check FILE", "check FILE --fix", "run FILE --trace trace.json",
		"run FILE --engine sim --trace trace.json",
		"run FILE --engine native", "sim FILE --mode late --trace trace.json",
		"sim FILE --mode timed --machine h100 --trace trace.json",
		"opt FILE --inject-software-pipeline --canonicalize --cse -o out.mlir",
		"opt FILE --async-to-async-runtime --cse -o out.mlir",
		"build FILE -o out.wasm", "build FILE -o out.ptx", "build FILE -o out.so", "build FILE -o out.a",
		"build FILE -o out", "build FILE --emit llvm -o out.ll",
		"graph FILE -o out.svg", "translate FILE --to=tvmscript -o out.py",
	},
	".py": {
		"check FILE", "run FILE --trace trace.json", "run FILE --engine sim",
		"opt FILE --inject-software-pipeline --emit=tvmscript -o out.py",
		"build FILE -o out.ptx", "build FILE -o out.wasm", "translate FILE -o out.mlir",
		"graph FILE -o out.svg",
	},
	".ptx": {"check FILE", "check FILE --fix", "run FILE --arg n=1000"},
}

// The test sends Ctrl-C at random moments to all commands on all examples. The signal ends the process, which
// leaves no other process and no incomplete file; a complete file may exist if the signal came between
// writing it and the end of the process. A command that ends before the signal proves nothing.
// INFLIGHT_PROPERTY is the number of attempts.
func TestSignalAtRandomMoments(t *testing.T) {
	seed := uint64(1)
	if os.Getenv("INFLIGHT_RANDOM") != "" {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 5))
	examples := signaledExamples(t)
	var delays []time.Duration
	tried := passtest.Programs(6)
	for range tried {
		file := examples[r.IntN(len(examples))]
		lines := signaledLines[filepath.Ext(file)]
		s := signaledRun{t: t, file: file, line: lines[r.IntN(len(lines))], whole: map[string][]byte{}}
		whole, _ := s.run(time.Hour)
		after := time.Duration(r.Float64() * float64(whole))
		if ran, signaled := s.run(after); signaled {
			delays = append(delays, ran-after)
		}
	}
	if len(delays) == 0 {
		t.Fatal("no command was ended by the signal")
	}
	slices.Sort(delays)
	t.Logf("the signal ended %d of %d commands, after %v in the median, %v at most", len(delays), tried,
		delays[len(delays)/2], delays[len(delays)-1])
}

// signaledExamples returns the examples that have command lines in signaledLines.
func signaledExamples(t *testing.T) (files []string) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join(root(t), "examples"),
		func(name string, _ fs.DirEntry, err error) error {
			if signaledLines[filepath.Ext(name)] != nil {
				files = append(files, name)
			}
			return err
		})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// signaledRun is a run of a command line on a copy of an example.
type signaledRun struct {
	t          *testing.T
	file, line string
	whole      map[string][]byte // what the command has written that ended by itself
}

// run starts the command in a folder with only the copy, and sends SIGINT after the given time. It returns
// how long the command ran, and whether the signal ended it. It also checks which files and processes are
// left.
func (s signaledRun) run(after time.Duration) (ran time.Duration, signaled bool) {
	folder, temporary, cache := s.t.TempDir(), s.t.TempDir(), s.t.TempDir()
	name := filepath.Base(s.file)
	text, err := os.ReadFile(s.file)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, name), text, 0o600)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command("inflight", strings.Fields(strings.ReplaceAll(s.line, "FILE", name))...)
	cmd.Dir, cmd.SysProcAttr = folder, &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = append(os.Environ(), "TMPDIR="+temporary, "INFLIGHT_CACHE="+cache)
	var said bytes.Buffer
	cmd.Stderr = &said
	start := time.Now()
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Signal(os.Interrupt) })
	_ = cmd.Wait()
	ran = time.Since(start)
	timer.Stop()
	s.noProcess(cmd)
	if left := filesIn(s.t, temporary); len(left) > 0 {
		s.t.Errorf("%s of %s: the temporary folder has %v", s.line, s.file, left)
	}
	if left := slices.DeleteFunc(filesIn(s.t, cache), func(name string) bool {
		return !strings.HasPrefix(filepath.Base(name), ".")
	}); len(left) > 0 {
		s.t.Errorf("%s of %s: the cache has %v", s.line, s.file, left)
	}
	ended := wasInterrupted(cmd)
	for _, file := range filesIn(s.t, folder) {
		content, err := os.ReadFile(filepath.Join(folder, file))
		switch {
		case err != nil:
			s.t.Error(err)
		case !ended:
			s.whole[file] = content
		case bytes.Equal(content, s.whole[file]) || file == name && bytes.Equal(content, text):
		case filepath.Ext(file) == ".json" && json.Valid(content): // no two traces are equal
		default:
			s.t.Errorf("%s of %s: %s is left, of %d bytes", s.line, s.file, file, len(content))
		}
	}
	if !ended {
		return ran, false
	}
	if cmd.ProcessState.ExitCode() == 130 && !strings.Contains(said.String(), "[run-interrupted]") {
		s.t.Errorf("%s of %s: it does not say why it ended: %s", s.line, s.file, said.String())
	}
	return ran, true
}

// wasInterrupted reports whether SIGINT has ended a command: the command exited with the status for it, or
// the signal killed the process before it had a handler.
func wasInterrupted(cmd *exec.Cmd) bool {
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return cmd.ProcessState.ExitCode() == 130 || ok && status.Signaled() && status.Signal() == syscall.SIGINT
}

// noProcess waits until no process of the command's group is left.
func (s signaledRun) noProcess(cmd *exec.Cmd) {
	s.t.Helper()
	for tries := 0; syscall.Kill(-cmd.Process.Pid, 0) == nil; tries++ {
		if tries > 5000 {
			s.t.Fatalf("%s of %s: a process is left", s.line, s.file)
		}
		time.Sleep(time.Millisecond)
	}
}

// filesIn returns the files below a folder, by their names in it.
func filesIn(t *testing.T, folder string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, _ fs.DirEntry, err error) error {
		if in, _ := filepath.Rel(folder, name); in != "." {
			names = append(names, in)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
