package judge_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ptx/judge"
)

// A wait that lets a slot be overwritten is told from one for what a copy writes, with the line of what
// overwrites it.
func TestWaitsThatReleaseSlots(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  string // the instruction that overwrites the slot
	}{
		{"a slot is filled again", []string{"store 0", "cp.async.bulk.commit_group",
			"cp.async.bulk.wait_group.read 0", "fill 0"}, "st.shared.u32"},
		{"what was stored is read", []string{"store 0", "cp.async.bulk.commit_group",
			"cp.async.bulk.wait_group 0", "result 0"}, ""},
		{"the slot is filled later than another wait", []string{"store 0", "cp.async.bulk.commit_group",
			"store 1", "cp.async.bulk.commit_group", "cp.async.bulk.wait_group.read 1", "fill 0"},
			"st.shared.u32"},
	} {
		r := check(t, bulkBody(c.lines), judge.Options{DynamicShared: -1})
		got, w := "", r.Waits[0]
		if w.Releases != nil {
			got = w.Releases.Name()
		}
		if w.Verdict != judge.Needed || !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: the wait is %v and releases the slot of '%s'\n%v", c.name, w.Verdict, got,
				r.AllDiagnostics())
		}
		var b strings.Builder
		if err := r.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		if w.Releases == nil {
			continue
		}
		note := fmt.Sprintf("it is what releases the slot of line %d", w.Releases.Span.Place().Line)
		if !strings.Contains(b.String(), note) {
			t.Errorf("%s: the table does not say '%s':\n%s", c.name, note, &b)
		}
	}
}

// Where .loc tells the source of a wait or a fence, the tables have a column for it, and none else.
func TestTablesShowSources(t *testing.T) {
	lines := []string{".loc 1 7 3", "store 0", "cp.async.bulk.commit_group", ".loc 1 9 5",
		"cp.async.bulk.wait_group.read 0", "fill 0"}
	for file, want := range map[string]string{".file 1 \"k.cu\"\n": "k.cu:9", "": ""} {
		text := bulkBody(lines)
		if file == "" {
			text = bulkBody([]string{lines[1], lines[2], lines[4], lines[5]})
		}
		r := check(t, strings.Replace(text, ".visible", file+".visible", 1), judge.Options{DynamicShared: -1})
		var b strings.Builder
		if err := r.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "source") != (want != "") || !strings.Contains(b.String(), want) {
			t.Errorf("with '%s':\n%s", file, &b)
		}
		if !strings.Contains(b.String(), "fence ") {
			t.Errorf("no fences:\n%s", &b)
		}
	}
}
