package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/npy"
)

// session tries and measures everything that a bundle has, on one machine.
type session struct {
	folder, results string
	begin           time.Time
	log             io.WriteCloser
	report          *report
	settings
}

// runSession runs a session, and writes the results after each of its parts. The error says what has failed.
func runSession(folder string, set settings) error {
	s, err := newSession(folder, set)
	if err != nil {
		return err
	}
	defer func() { _ = s.log.Close() }()
	if err := s.identify(); err != nil {
		return err
	}
	for _, part := range []struct {
		name string
		run  func(ctx context.Context) error
		end  time.Duration // of the part, since the beginning of the session
	}{
		{"compiling with ptxas", s.assemble, 40 * time.Second}, {"tests", s.tests, 150 * time.Second}, {"examples", s.examples, 190 * time.Second},
		{"races", s.races, 250 * time.Second}, {"times", s.times, set.time},
	} {
		fmt.Printf("%4.0f s: %s\n", time.Since(s.begin).Seconds(), part.name)
		ctx, cancel := context.WithDeadline(context.Background(), s.begin.Add(part.end))
		err := part.run(ctx)
		cancel()
		s.note(part.name, err)
		if err := s.write(); err != nil {
			return err
		}
	}
	return s.summary()
}

// note takes the error of a part into the report.
func (s *session) note(part string, err error) {
	text := fmt.Sprintf("%s: %v", part, err)
	if _, ok := errors.AsType[*missingTool](err); ok {
		s.report.Notes = append(s.report.Notes, text)
	} else if err != nil {
		s.report.Failures = append(s.report.Failures, text)
	}
}

func newSession(folder string, set settings) (*session, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	s := &session{folder: folder, results: filepath.Join(folder, resultFolder), begin: time.Now(), settings: set}
	s.report = &report{Date: s.begin.UTC().Format(time.DateOnly)}
	if err := os.MkdirAll(s.results, 0o777); err != nil {
		return nil, err
	}
	if s.log, err = os.Create(filepath.Join(s.results, "log.txt")); err != nil {
		return nil, err
	}
	return s, os.Setenv(device.HelperVariable, filepath.Join(folder, device.Helper))
}

// identify says which device there is.
func (s *session) identify() error {
	d, err := device.Open(context.Background())
	if err != nil {
		return err
	}
	s.report.Device, s.report.Driver, s.report.Target = d.Name(), d.DriverVersion(), fmt.Sprintf("sm_%d%d", d.Info.Major, d.Info.Minor)
	fmt.Printf("%s, driver of CUDA %s\n", s.report.Device, s.report.Driver)
	return d.Close()
}

// write writes the results so far.
func (s *session) write() error {
	var b bytes.Buffer
	s.report.markdown(&b)
	if err := os.WriteFile(filepath.Join(s.results, "gpu.md"), b.Bytes(), 0o666); err != nil {
		return err
	}
	return s.report.writeJSON(filepath.Join(s.results, "gpu.json"))
}

// summary ends a session: nil if nothing has failed.
func (s *session) summary() error {
	fmt.Printf("%4.0f s: wrote %s\n", time.Since(s.begin).Seconds(), filepath.Join(s.results, "gpu.md"))
	if failures := s.report.failures(); len(failures) > 0 {
		return errors.New(strings.Join(failures, "\n"))
	}
	return nil
}

// output runs a program in a folder of the bundle, and returns what it prints, which goes to the log as well.
func (s *session) output(ctx context.Context, folder string, env []string, program string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, program, args...)
	c.Dir, c.Env, c.WaitDelay = filepath.Join(s.folder, folder), append(os.Environ(), env...), time.Second
	var out, aside bytes.Buffer
	c.Stdout, c.Stderr = &out, &aside
	err := c.Run()
	fmt.Fprintf(s.log, "==== %s: %s\n%s%s", strings.Join(append([]string{program}, args...), " "), status(err), out.Bytes(), aside.Bytes())
	if err != nil && ctx.Err() != nil {
		err = errors.New("it was not done in time")
	}
	return out.Bytes(), err
}

func status(err error) string {
	if err == nil {
		return "done"
	}
	return err.Error()
}

// tests runs the programs of tests.
func (s *session) tests(ctx context.Context) error {
	for _, pkg := range testedPackages {
		folder := filepath.Join(testFolder, pkg)
		program := filepath.Join(s.folder, folder, filepath.Base(pkg)+".test")
		out, err := s.output(ctx, folder, []string{"INFLIGHT_GPU=1", "INFLIGHT_REQUIRE_TOOLS="}, program, "-test.v", "-test.run", s.settings.tests)
		t := &testRun{Package: pkg}
		for _, line := range regexp.MustCompile(`(?m)^--- (PASS|SKIP|FAIL): (\w+)`).FindAllSubmatch(out, -1) {
			switch string(line[1]) {
			case "PASS":
				t.Passed++
			case "SKIP":
				t.Skipped++
			default:
				t.Failed = append(t.Failed, string(line[2]))
			}
		}
		if err != nil && len(t.Failed) == 0 {
			t.Failed = append(t.Failed, err.Error())
		}
		s.report.Tests = append(s.report.Tests, t)
	}
	return nil
}

// examples runs the examples on the engine cuda, beside the simulator, and those that are executables.
func (s *session) examples(ctx context.Context) error {
	for _, file := range exampleFiles {
		x := &exampleRun{Name: file}
		s.report.Examples = append(s.report.Examples, x)
		out, err := s.output(ctx, ".", nil, filepath.Join(s.folder, "inflight"), "run", filepath.Join(exampleFolder, file), "--engine", "cuda", "--compare", "always", "--json")
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
		GraphSeconds *float64 `json:"graph_seconds"`
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
	if _, err := s.output(ctx, rel, []string{"INFLIGHT_GPU="}, filepath.Join(work, "program"), files...); err != nil {
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

// races has compute-sanitizer look for races in kernels that are right, and in those that are not.
func (s *session) races(ctx context.Context) error {
	cases, err := readCases(filepath.Join(s.folder, raceFolder))
	if err != nil {
		return err
	}
	s.report.Races = cases
	sanitizer, err := toolkit("compute-sanitizer")
	if err != nil {
		return err
	}
	log := filepath.Join(s.results, "racecheck.txt")
	wrapper := filepath.Join(s.results, "racecheck.sh")
	script := fmt.Sprintf("#!/bin/sh\nexec '%s' --tool racecheck --log-file '%s' '%s' \"$@\"\n", sanitizer, log, filepath.Join(s.folder, device.Helper))
	if err := os.WriteFile(wrapper, []byte(script), 0o777); err != nil {
		return err
	}
	_, err = s.output(ctx, ".", []string{device.HelperVariable + "=" + wrapper}, filepath.Join(s.folder, "gpu"), "-once", "-kernels", raceFolder)
	said, readErr := os.ReadFile(log)
	if readErr != nil {
		return errors.Join(err, readErr)
	}
	for _, c := range cases {
		c.Sanitizer = sanitized(said, c.Kernel)
	}
	return err
}

// sanitized is what compute-sanitizer said of a kernel: "right", or how many races it saw.
func sanitized(log []byte, kernel string) string {
	n := 0
	for line := range bytes.Lines(log) {
		if bytes.Contains(line, []byte("Race reported")) && regexp.MustCompile(`\b`+kernel+`\b`).Match(line) {
			n++
		}
	}
	if n == 0 {
		return "right"
	}
	return fmt.Sprintf("%d races", n)
}

// once launches kernels once, whatever they compute.
func (c *command) once() error {
	d, err := device.Open(context.Background())
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	b := &bench{device: d, report: &report{}}
	for _, t := range c.cases {
		if err := b.launch(t); err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
	}
	return nil
}

// times measures the kernels, the largest last, until the time is over.
func (s *session) times(ctx context.Context) error {
	cases, err := readCases(filepath.Join(s.folder, kernelFolder))
	if err != nil {
		return err
	}
	slices.SortStableFunc(cases, func(x, y *testCase) int {
		if x.Kind != y.Kind {
			return strings.Compare(y.Kind, x.Kind)
		}
		return x.Size - y.Size
	})
	b := &bench{repeats: s.repeats, report: s.report}
	if err := b.open(); err != nil {
		return err
	}
	defer func() { _ = b.device.Close() }()
	for i, t := range cases {
		if ctx.Err() != nil {
			return fmt.Errorf("%d of %d kernels were not measured in time", len(cases)-i, len(cases))
		}
		if err := b.one(t); err != nil {
			return err
		}
	}
	return nil
}
