package inflight_test

import (
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/language"
)

// scriptLines is the size of the file that must be parsed, pipelined, checked and printed in 50 ms.
const scriptLines = 2000

// All steps on a file in TVMScript: parse, verify, pipeline, check, print. Then the same for each kind of
// function alone.
func BenchmarkScript(b *testing.B) {
	b.Run("all", func(b *testing.B) { wholeWay(b, program.Script(scriptLines)) })
	for _, kind := range program.ScriptKinds {
		b.Run(kind, func(b *testing.B) { wholeWay(b, program.Script(scriptLines, kind)) })
	}
}

func wholeWay(b *testing.B, text []byte) {
	b.ReportAllocs()
	for b.Loop() {
		piped := pipelined(b, parsed(b, text))
		checked(b, piped)
		printed(b, piped)
	}
}

// The steps of BenchmarkScript, each measured alone.
func BenchmarkScriptSteps(b *testing.B) {
	text := program.Script(scriptLines)
	m := parsed(b, text)
	piped := pipelined(b, m)
	for _, step := range []struct {
		name string
		run  func()
	}{
		{"parse", func() { readScript(b, text) }},
		{"parse and verify", func() { parsed(b, text) }},
		{"pipeline", func() { pipelined(b, m) }},
		{"check", func() { checked(b, piped) }},
		{"print", func() { printed(b, piped) }},
	} {
		b.Run(step.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				step.run()
			}
		})
	}
}

func readScript(b *testing.B, text []byte) *ir.Op {
	op, diags := language.TVMScript.Parse(all.NewContext(), diag.NewFile("bench.py", text))
	if diags.HasErrors() {
		b.Fatal(diags)
	}
	return op
}

func parsed(b *testing.B, text []byte) *inflight.Module {
	m, err := inflight.Parse(diag.NewFile("bench.py", text))
	if err != nil {
		b.Fatal(err)
	}
	return m
}

func pipelined(b *testing.B, m *inflight.Module) *inflight.Module {
	piped, err := m.Pipeline(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	return piped
}

func checked(b *testing.B, m *inflight.Module) {
	report, err := m.Check(b.Context(), check.Options{})
	if err != nil || !report.OK() {
		b.Fatal(err, report.Text())
	}
}

func printed(b *testing.B, m *inflight.Module) {
	if _, err := m.Text(language.TVMScript); err != nil {
		b.Fatal(err)
	}
}
