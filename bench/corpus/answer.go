package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/internal/ptxcorpus"
)

// answer is what a verdict is worth.
type answer string

const (
	clean      answer = "right"
	asks       answer = "asks for the launch"
	falseAlarm answer = "**false alarm**"
	noVerdict  answer = "no verdict"

	found          answer = "found"
	foundAsks      answer = "found, depends on the launch"
	hollow         answer = "found, but the right kernel is no cleaner"
	otherPlace     answer = "other place"
	otherClass     answer = "other class"
	missed         answer = "**missed**"
	wrongNoVerdict answer = "no verdict on a mistake"
)

// codes are the codes of diagnostics that are of a kind of the corpus.
var codes = map[string][]string{
	"race":          {"ptx-race"},
	"stale":         {"ptx-stale-read"},
	"bounds":        {"ptx-out-of-bounds", "ptx-beyond-bound"},
	"uninitialized": {"ptx-uninitialized"},
	"barrier":       {"ptx-divergent-barrier", "ptx-ended-thread"},
	"deadlock":      {"ptx-divergent-barrier", "ptx-deadlock"},
	"copy":          {"ptx-copy-in-flight", "ptx-wait-too-weak"},
}

// said is what the command said of a variant.
type said struct {
	outcome  string
	findings []finding
}

// finding is an error, or what may be one, with the lines of the .cu where it and its notes stand, 0 for
// none.
type finding struct {
	code  string
	lines []int
}

// judge runs the command on a variant.
func (b *bench) judge(v *ptxcorpus.Variant) (*said, error) {
	ctx, cancel := context.WithTimeout(context.Background(), b.limit)
	defer cancel()
	text, err := os.ReadFile(filepath.Join(b.texts, v.File()))
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, b.command, "check", "--json", v.File())
	c.Dir = b.texts
	var diagnostics bytes.Buffer
	c.Stderr = &diagnostics
	err = c.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	s := &said{outcome: outcomes[c.ProcessState.ExitCode()]}
	if ctx.Err() != nil {
		s.outcome = "no end"
	}
	return s, s.read(v, diagnostics.Bytes(), ptxcorpus.SourceLines(v, string(text)))
}

// outcomes are what the statuses of the command mean.
var outcomes = map[int]string{0: "clean", 1: "wrong", 2: "refused", 3: "depends", -1: "no end"}

// place is where a diagnostic, or a note, stands.
type place struct {
	File string `json:"file"`
	Line int    `json:"line"`
}

// read takes the errors from lines of JSON. source tells the lines of the .cu for those of the PTX.
func (s *said) read(v *ptxcorpus.Variant, text []byte, source []int) error {
	for line := range bytes.Lines(text) {
		var d struct {
			place
			Severity string  `json:"severity"`
			Code     string  `json:"code"`
			Notes    []place `json:"notes"`
		}
		if err := json.Unmarshal(line, &d); err != nil {
			return fmt.Errorf("%s: the command said %q", v.File(), line)
		}
		if d.Severity != "error" && (d.Severity != "warning" || s.outcome != "depends") {
			continue // where the verdict depends on the launch, hazards are warnings
		}
		f := finding{code: d.Code}
		for _, p := range append([]place{d.place}, d.Notes...) {
			switch {
			case strings.HasSuffix(p.File, v.Name+".cu"):
				f.lines = append(f.lines, p.Line)
			case p.Line > 0 && p.Line < len(source):
				f.lines = append(f.lines, source[p.Line])
			}
		}
		s.findings = append(s.findings, f)
	}
	return nil
}

// answer says what the verdict on a variant is worth.
func (s *said) answer(v *ptxcorpus.Variant) answer {
	judged := s.outcome == "clean" || s.outcome == "wrong" || s.outcome == "depends"
	switch {
	case !judged && v.Right():
		return noVerdict
	case !judged:
		return wrongNoVerdict
	case v.Right():
		return map[string]answer{"clean": clean, "wrong": falseAlarm, "depends": asks}[s.outcome]
	case s.outcome == "clean":
		return missed
	}
	best := otherClass
	for _, f := range s.findings {
		if !slices.ContainsFunc(v.Kinds, func(k string) bool { return slices.Contains(codes[k], f.code) }) {
			continue
		}
		if slices.ContainsFunc(f.lines, v.Marks) {
			return map[bool]answer{true: foundAsks, false: found}[s.outcome == "depends"]
		}
		best = otherPlace
	}
	return best
}

// classes lists the findings, each class with its lines once.
func (s *said) classes() string {
	var all []string
	for _, f := range s.findings {
		lines := slices.DeleteFunc(slices.Clone(f.lines), func(n int) bool { return n == 0 })
		slices.Sort(lines)
		one := f.code
		for i, n := range slices.Compact(lines) {
			one += fmt.Sprintf("%s %d", map[bool]string{true: " at", false: ","}[i == 0], n)
		}
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	if len(all) > 3 {
		all = append(all[:3], fmt.Sprintf("%d more", len(all)-3))
	}
	return strings.Join(all, "; ")
}
