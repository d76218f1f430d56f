package inflight_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
)

// Findings become JSON with the words of the text report. Counts are numbers, and lists are never null.
func TestFindings(t *testing.T) {
	m, err := inflight.ReadFile("examples/rfc77/as_printed/interleaved.mlir")
	if err != nil {
		t.Fatal(err)
	}
	report, err := m.Check(t.Context(), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(inflight.NewFindings(report))
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for _, want := range []string{
		`"queue":0,"queue_name":"0","n":5,"n_text":"5","exact":3,"exact_text":"3","verdict":"too weak"`,
		`"n":null,"n_text":"%n"`, `"kind":"RAW"`,
		`"iterations":[{"name":"%p","number":0,"value":0,"value_text":"0"}]`,
		`"name":"%A_shared","versions":4,"versions_needed":5,"hazards":2`, `"ok":false`, `"equal_writes":[]`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
