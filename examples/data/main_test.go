package main

import (
	"context"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/npy"
)

// Each of the three programs runs on all the inputs that are written for it.
func TestInputsFit(t *testing.T) {
	folder := t.TempDir()
	if err := writeAll(folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"gemm/small", "stencil/stencil", "reduction/reduction"} {
		t.Run(name, func(t *testing.T) {
			args := map[string]string{}
			for _, in := range inputs {
				if file, ok := strings.CutPrefix(in.file, path.Dir(name)+"/"); ok {
					args[strings.TrimSuffix(file, ".npy")] = filepath.Join(folder, path.Dir(name), file)
				}
			}
			if len(args) == 0 {
				t.Fatal("no input is written for the program")
			}
			m, err := inflight.ReadFile("../" + name + ".mlir")
			if err != nil {
				t.Fatal(err)
			}
			report, err := m.Run(context.Background(), inflight.RunConfig{Inputs: exec.Inputs{Args: args}})
			if err != nil {
				t.Fatal(err)
			}
			read := 0
			for _, arg := range report.Arguments {
				if arg.Source == args[arg.Name] {
					read++
				}
			}
			if read != len(args) {
				t.Errorf("%d of %d inputs were read", read, len(args))
			}
		})
	}
}

// The inputs are the same every time.
func TestReproducible(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for _, folder := range []string{one, two} {
		if err := writeAll(folder); err != nil {
			t.Fatal(err)
		}
	}
	for _, in := range inputs {
		a, err := npy.ReadFile(filepath.Join(one, in.file))
		if err != nil {
			t.Fatal(err)
		}
		b, err := npy.ReadFile(filepath.Join(two, in.file))
		if err != nil {
			t.Fatal(err)
		}
		if string(a.Data) != string(b.Data) {
			t.Errorf("%s differs", in.file)
		}
	}
}

func TestFolderIsAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := (input{"file", npy.Float32, []int{1}, zero}).write(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	if err := writeAll(file); err == nil {
		t.Error("no error")
	}
}
