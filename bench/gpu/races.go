package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// synchronization is a line of PTX by which threads or copies are waited for.
var synchronization = regexp.MustCompile(`(?m)^\s*(bar\.sync|barrier\.sync|cp\.async\.wait_group)\b.*\n`)

// mutants returns small kernels, each also without each of its lines of synchronization, under names of their
// own, with our verdicts.
func mutants() ([]*testCase, error) {
	hand, err := os.ReadFile(handFile)
	if err != nil {
		return nil, fmt.Errorf("%w: kernels are built in the root of the repository", err)
	}
	var all []*testCase
	for _, p := range []program{
		pipelinedTriad(8192, 3), handProduct(string(hand), 128, "f16", 3, true),
		handProduct(string(hand), 128, "f16", 2, false), tiledProduct(128, "f16", 3, true),
	} {
		c, err := p.build()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.Name, err)
		}
		for i, text := range withoutEach(c.Text) {
			x := *c
			x.Kernel = fmt.Sprintf("%s_%d", c.Kernel, len(all))
			x.Name, x.Text = fmt.Sprintf("%s.%d", c.Name, i),
				regexp.MustCompile(`\b`+c.Kernel+`\b`).ReplaceAllString(text.text, x.Kernel)
			x.Without = text.without
			if x.Verdict, err = verdict(&x); err != nil {
				return nil, fmt.Errorf("%s: %w", x.Name, err)
			}
			all = append(all, &x)
		}
	}
	return all, nil
}

// mutant is a text without one of its lines, or as it was.
type mutant struct{ text, without string }

func withoutEach(text string) []mutant {
	all := []mutant{{text: text}}
	for _, at := range synchronization.FindAllStringIndex(text, -1) {
		line := strings.TrimSpace(text[at[0]:at[1]])
		number := strings.Count(text[:at[0]], "\n") + 1
		// An empty line takes its place, so that the others have the numbers that they had.
		all = append(all, mutant{text[:at[0]] + "\n" + text[at[1]:],
			fmt.Sprintf("%s in line %d", strings.TrimSuffix(line, ";"), number)})
	}
	return all
}

// verdict is what the judge says of a kernel: "right", or the codes of what is wrong.
func verdict(c *testCase) (string, error) {
	m, err := judge.Load(diag.NewFile(c.Name, []byte(c.Text)))
	if err != nil {
		return "", err
	}
	extents := func(n [3]uint32) machine.Extents { return machine.Extents{int(n[0]), int(n[1]), int(n[2])} }
	plan, err := judge.NewPlan(m,
		judge.Options{Kernel: c.Kernel, Grid: extents(c.Grid), Block: extents(c.Block),
			DynamicShared: int64(c.Shared)})
	if err != nil {
		return "", err
	}
	plan.Config.Args = nil
	for _, a := range c.Args {
		plan.Config.Args = append(plan.Config.Args, descriptor(a)...)
	}
	r, err := judge.Check(context.Background(), plan)
	if err != nil {
		return "", err
	}
	if r.OK() {
		return "right", nil
	}
	codes := map[diag.Code]bool{}
	var list []string
	for _, d := range r.Diagnostics() {
		if d.Severity == diag.Error && !codes[d.Code] {
			codes[d.Code] = true
			list = append(list, string(d.Code))
		}
	}
	return strings.Join(list, ", "), nil
}

// descriptor returns the arguments that a memref with zeros is passed as.
func descriptor(a argument) []machine.Arg {
	b := &machine.Buffer{Name: a.Name, Data: make([]byte, a.Bytes)}
	all := []machine.Arg{{Buffer: b}, {Buffer: b}, {}}
	for _, list := range [][]int64{a.Shape, strides(a.Shape)} {
		for _, n := range list {
			all = append(all, machine.Arg{Bits: uint64(n)})
		}
	}
	return all
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
	script := fmt.Sprintf("#!/bin/sh\nexec '%s' --tool racecheck --log-file '%s' '%s' \"$@\"\n", sanitizer,
		log, filepath.Join(s.folder, device.Helper))
	if err := os.WriteFile(wrapper, []byte(script), 0o777); err != nil {
		return err
	}
	_, err = s.output(ctx, ".", []string{device.HelperVariable + "=" + wrapper},
		filepath.Join(s.folder, "gpu"), "-once", "-kernels", raceFolder)
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
	switch n {
	case 0:
		return "right"
	case 1:
		return "1 race"
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
