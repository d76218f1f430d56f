package main

import (
	"bytes"
	"cmp"
	"context"
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
		{"compiling with ptxas", s.assemble, 40 * time.Second}, {"tests", s.tests, 150 * time.Second},
		{"examples", s.examples, 190 * time.Second},
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
	s := &session{folder: folder, results: filepath.Join(folder, resultFolder), begin: time.Now(),
		settings: set}
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
	s.report.Device, s.report.Driver, s.report.Target = d.Name(), d.DriverVersion(),
		fmt.Sprintf("sm_%d%d", d.Info.Major, d.Info.Minor)
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
func (s *session) output(ctx context.Context, folder string, env []string, program string,
	args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, program, args...)
	c.Dir, c.Env, c.WaitDelay = filepath.Join(s.folder, folder), append(os.Environ(), env...), time.Second
	var out, aside bytes.Buffer
	c.Stdout, c.Stderr = &out, &aside
	err := c.Run()
	fmt.Fprintf(s.log, "==== %s: %s\n%s%s", strings.Join(append([]string{program}, args...), " "),
		status(err), out.Bytes(), aside.Bytes())
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
		out, err := s.output(ctx, folder, []string{"INFLIGHT_GPU=1", "INFLIGHT_REQUIRE_TOOLS="}, program,
			"-test.v", "-test.run", s.settings.tests)
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

// times measures the kernels, those for the newest devices first and the largest last, until the time is
// over. What the driver's compiler said of each goes to the log.
func (s *session) times(ctx context.Context) error {
	cases, err := readCases(filepath.Join(s.folder, kernelFolder))
	if err != nil {
		return err
	}
	slices.SortStableFunc(cases, func(x, y *testCase) int {
		return cmp.Or(strings.Compare(y.Kind, x.Kind), strings.Compare(y.Target, x.Target), x.Size-y.Size)
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
		last := s.report.Rows[len(s.report.Rows)-1]
		fmt.Fprintf(s.log, "==== %s: %s\n%s\n", t.Name, cmp.Or(last.Failure, "measured"), last.Log)
		if strings.Contains(last.Log, "erialized") {
			s.report.Notes = append(s.report.Notes,
				t.Name+": the driver's compiler serializes products: "+last.Log)
		}
	}
	return nil
}
