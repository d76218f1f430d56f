package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/inflight-compiler/inflight/npy"
)

// examples runs the examples on the engine cuda, beside the simulator, and those that are executables.
func (s *session) examples(ctx context.Context) error {
	for _, file := range exampleFiles {
		x := &exampleRun{Name: file}
		s.report.Examples = append(s.report.Examples, x)
		out, err := s.output(ctx, ".", nil, filepath.Join(s.folder, "inflight"), "run",
			filepath.Join(exampleFolder, file), "--engine", "cuda", "--compare", "always", "--json")
		if err == nil {
			err = x.read(out)
		}
		if err != nil {
			x.Failure = err.Error()
		}
	}
	folders, _ := filepath.Glob(filepath.Join(s.folder, nativeFolder, "*"))
	for _, folder := range folders {
		x := &exampleRun{Name: filepath.Base(folder) + ", an executable"}
		s.report.Examples = append(s.report.Examples, x)
		if err := s.native(ctx, folder); err != nil {
			x.Failure = err.Error()
		} else {
			x.Equal = true
		}
	}
	return nil
}

// read takes what is reported of a run.
func (x *exampleRun) read(out []byte) error {
	var run struct {
		Equal   *bool
		Kernels []struct {
			Name    string
			Seconds *float64 `json:"seconds"`
		}
	}
	if err := json.Unmarshal(out, &run); err != nil {
		return err
	}
	if run.Equal == nil {
		return errors.New("it was not compared")
	}
	if x.Equal = *run.Equal; !x.Equal {
		return errors.New("it differs from the program as written")
	}
	for _, k := range run.Kernels {
		if k.Seconds != nil {
			x.Kernels = append(x.Kernels, fmt.Sprintf("%s %.4g µs", k.Name, *k.Seconds*1e6))
		} else {
			x.Kernels = append(x.Kernels, k.Name)
		}
	}
	return nil
}

// native runs an executable, and compares its arguments with what the simulator has left in them.
func (s *session) native(ctx context.Context, folder string) error {
	list, err := os.ReadFile(filepath.Join(folder, "arguments"))
	if err != nil {
		return err
	}
	names := strings.Fields(string(list))
	var files []string
	for _, name := range names {
		files = append(files, name+".npy")
	}
	// An executable changes the files in place.
	work := filepath.Join(s.results, filepath.Base(folder))
	if err := os.CopyFS(work, os.DirFS(folder)); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(work) }()
	rel, err := filepath.Rel(s.folder, work)
	if err != nil {
		return err
	}
	if _, err := s.output(ctx, rel, []string{"INFLIGHT_GPU="}, filepath.Join(work, "program"),
		files...); err != nil {
		return err
	}
	for _, name := range names {
		got, err := npy.ReadFile(filepath.Join(work, name+".npy"))
		if err != nil {
			return err
		}
		want, err := npy.ReadFile(filepath.Join(work, name+".after.npy"))
		if err != nil {
			return err
		}
		if !bytes.Equal(got.Data, want.Data) {
			return fmt.Errorf("the argument '%s' differs from the simulator's", name)
		}
	}
	return nil
}
