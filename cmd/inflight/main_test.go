package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"

	"github.com/inflight-compiler/inflight/internal/fakecuda"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/npy"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"inflight": main})
}

// The scripts of testdata/script run the command as a user would. $REPO is the
// root of the repository; beside testscript's own commands there are:
//
//	status N PROGRAM ARGS...   the program exits with status N
//	json FILE                  the file (or stdout) is valid JSON
//	array FILE TYPE [SHAPE]    make a .npy file of ones; the shape is as in 2x3
//	same FILE FILE             two .npy files are equal
//	nosuch PATTERN             no file matches
//
// and the condition [clang].
func TestScripts(t *testing.T) {
	tools.Cache(t)
	testscript.Run(t, testscript.Params{
		Files:               scripts(t),
		UpdateScripts:       golden.Updating(),
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPO", root(t))
			env.Setenv("TMPDIR", env.WorkDir)
			env.Setenv("INFLIGHT_CACHE", os.Getenv("INFLIGHT_CACHE"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "clang" {
				return false, fmt.Errorf("no such condition")
			}
			_, err := tools.Find("clang")
			if err != nil && os.Getenv("INFLIGHT_REQUIRE_TOOLS") != "1" {
				return false, nil
			}
			return true, err
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": wantStatus,
			"json":   wantJSON,
			"array":  makeArray,
			"same":   wantSame,
			"nosuch": wantNone,
		},
	})
}

// scripts returns the scripts; in short tests, as under the race detector, every third of them. Each command
// of a script is a process, which takes seconds to start there.
func scripts(t *testing.T) (files []string) {
	t.Helper()
	all, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(all) == 0 {
		t.Fatal("no scripts", err)
	}
	for i, file := range all {
		if i%3 == 0 || !testing.Short() {
			files = append(files, file)
		}
	}
	return files
}

// root returns the root of the repository.
func root(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func wantStatus(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

func wantJSON(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	decoder := json.NewDecoder(strings.NewReader(text))
	for values := 0; ; values++ {
		var v any
		if err := decoder.Decode(&v); err != nil {
			if values > 0 && !decoder.More() {
				return
			}
			ts.Fatalf("%s: %v\n%s", args[0], err, text)
		}
	}
}

// makeArray writes ones, which are the same bits in every integer type.
func makeArray(ts *testscript.TestScript, _ bool, args []string) {
	types := map[string]npy.DType{"f4": npy.Float32, "f8": npy.Float64, "i4": npy.Int32}
	var shape []int
	if len(args) > 2 {
		for _, n := range strings.Split(args[2], "x") {
			extent, err := strconv.Atoi(n)
			ts.Check(err)
			shape = append(shape, extent)
		}
	}
	array, err := npy.New(types[args[1]], shape...)
	ts.Check(err)
	ts.Check(npy.WriteFile(ts.MkAbs(args[0]), array))
}

func wantSame(ts *testscript.TestScript, neg bool, args []string) {
	a, err := npy.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	b, err := npy.ReadFile(ts.MkAbs(args[1]))
	ts.Check(err)
	if same := a.DType == b.DType && bytes.Equal(a.Data, b.Data); same == neg {
		ts.Fatalf("%s and %s: equal is %v", args[0], args[1], same)
	}
}

func wantNone(ts *testscript.TestScript, _ bool, args []string) {
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(found) > 0 {
		ts.Fatalf("there is %v", found)
	}
}

// The examples in the help of every command work as printed, at the root of the repository. A comment after #
// may state the exit status of a line.
func TestHelpExamples(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	// testscript makes this binary the command when it runs under its name.
	if err := os.Symlink(binary, filepath.Join(folder, "inflight")); err != nil {
		t.Fatal(err)
	}
	for _, c := range commands(newApp(nil, nil, nil).command()) {
		if c.Example == "" && c.Name() != "help" {
			t.Errorf("'%s' has no example", c.CommandPath())
		}
		for line := range strings.Lines(c.Example) {
			t.Run(strings.TrimSpace(line), func(t *testing.T) {
				if c.Name() == "build" || strings.Contains(line, "native") {
					tools.Require(t, "clang")
					tools.Cache(t)
				}
				if strings.Contains(line, "--engine cuda") {
					fakecuda.Install(t)
					t.Setenv("FAKECUDA_MICROSECONDS", "300000")
				}
				runExample(t, folder, t.TempDir(), line)
			})
		}
	}
}

// commands returns a command and all commands below it.
func commands(c *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		list = append(list, commands(sub)...)
	}
	return list
}

// runExample executes a command line with the folder path first in PATH. Files that the line writes to /tmp
// go to the folder temp, so that tests do not share them.
func runExample(t *testing.T, path, temp, line string) {
	t.Helper()
	want := 0
	if _, note, ok := strings.Cut(line, "exit status "); ok {
		want = int(note[0] - '0')
	}
	line = strings.ReplaceAll(line, "/tmp/", temp+"/")
	c := tools.Command(t, "sh", "-c", line)
	c.Dir = root(t)
	c.Env = append(os.Environ(), "PATH="+path+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := c.CombinedOutput()
	if got := c.ProcessState.ExitCode(); got != want {
		t.Errorf("exit status %d, want %d: %v\n%s", got, want, err, out)
	}
	if len(out) == 0 && !strings.Contains(line, " -o ") {
		t.Error("nothing is printed")
	}
}

// Help fits into 80 columns.
func TestHelpWidth(t *testing.T) {
	for _, name := range []string{"run", "check", "sim", "opt", "translate", "build", "graph", "explain",
		"record",
		"help"} {
		var out, errs bytes.Buffer
		if status := run([]string{name, "--help"}, strings.NewReader(""), &out, &errs); status != exitOK {
			t.Fatalf("exit status %d: %s", status, errs.String())
		}
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimRight(line, "\n"); len(line) > 80 &&
				!strings.HasPrefix(line, "  inflight ") {
				t.Errorf("%s: %d columns: %s", name, len(line), line)
			}
		}
	}
}
