package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/docs"
	"github.com/inflight-compiler/inflight/sim"
)

// Every paragraph of the glossary behind the introduction is read as an entry with all its fields. Entries
// are in alphabetic order and in plain text.
func TestGlossaryIsRead(t *testing.T) {
	paragraphs := strings.Split(strings.TrimSpace(docs.Glossary), "\n\n")[2:]
	entries := glossary()
	if len(entries) != len(paragraphs) || len(entries) < 40 {
		t.Fatalf("%d entries were found in %d paragraphs", len(entries), len(paragraphs))
	}
	for i, e := range entries {
		if e.summary == "" || strings.Contains(e.String(), "**") || strings.Contains(e.String(), "`") ||
			strings.Contains(e.text, "See also") {
			t.Errorf("%s is read as %q", paragraphs[i], e.String())
		}
		if i > 0 && strings.ToLower(entries[i-1].name) >= strings.ToLower(e.name) {
			t.Errorf("%s stands behind %s", e.name, entries[i-1].name)
		}
		if len(strings.Fields(e.see)) > 0 && slices.Contains(strings.Fields(e.see), e.name) {
			t.Errorf("%s refers to itself", e.name)
		}
	}
}

// The glossary has the words of the printed verdicts, and the names of modes that messages use.
func TestGlossaryHasWordsOfReports(t *testing.T) {
	verdicts := []check.Verdict{check.Needed, check.Redundant, check.TooWeak, check.TooStrong,
		check.Unjudged}
	text := strings.Join(strings.Fields(docs.Glossary), " ")
	for _, v := range verdicts {
		if !strings.Contains(text, v.String()) {
			t.Errorf("the glossary does not have %q", v)
		}
	}
	for _, mode := range []sim.Mode{sim.Sequential, sim.Late} {
		if len(explanations(mode.String())) == 0 {
			t.Errorf("the glossary does not have %s", mode)
		}
	}
}
