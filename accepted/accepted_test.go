package accepted_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/accepted"
	"github.com/inflight-compiler/inflight/diag"
)

var (
	testRace  = diag.Register("test-race", "a test races", "Nothing to do, this is only a test.")
	testOther = diag.Register("test-other", "a test does something else",
		"Nothing to do, this is only a test.")
)

const kernel = `.visible .entry k(
  .param .u64 out
) {
  .loc 1 10 2
  mov.u32 %r1, %tid.x;
  st.shared.b32 [%r2], %r1;
  ld.shared.b32 %r3, [%r2];
  ld.shared.b32 %r4, [%r2+4];
  st.global.b32 [%rd1], %r3;
}
.visible .entry other() {
  mov.u32 %r1, %tid.x;
  st.shared.b32 [%r2], %r1;
  ld.shared.b32 %r3, [%r2];
}
`

// race is a finding at the nth occurrence of a text in a file.
func race(f *diag.File, at string, n int) *diag.Diagnostic {
	from := 0
	for range n {
		from += strings.Index(string(f.Content[from:]), at) + 1
	}
	return diag.Errorf(testRace, f.Span(from-1, from-1+len(at)), "a race")
}

// A finding keeps its fingerprint when lines in front of it, comments, places of the source and numbers of
// registers change. Another function, statement, neighbour or code has another one.
func TestFingerprints(t *testing.T) {
	const at = "ld.shared.b32 %r3"
	want := accepted.Fingerprint(race(diag.NewFile("k.ptx", []byte(kernel)), at, 1))
	fingerprint := func(text, at string, n int) string {
		return accepted.Fingerprint(race(diag.NewFile("moved.ptx", []byte(text)), at, n))
	}
	for name, got := range map[string]string{
		"lines in front":    fingerprint("\n// more\n\n"+kernel, at, 1),
		"other registers":   fingerprint(strings.ReplaceAll(kernel, "%r3", "%r17"), "ld.shared.b32 %r17", 1),
		"other source line": fingerprint(strings.Replace(kernel, at, ".loc 1 99 7\n\t"+at, 1), at, 1),
		"comments":          fingerprint(strings.Replace(kernel, "[%r2];\n", "[%r2]; // why\n\n", 1), at, 1),
		"indentation":       fingerprint(strings.ReplaceAll(kernel, "\n  ", "\n\t\t"), at, 1),
	} {
		if got != want {
			t.Errorf("%s: another fingerprint", name)
		}
	}
	for name, got := range map[string]string{
		"another function":  fingerprint(kernel, at, 2),
		"another statement": fingerprint(kernel, "ld.shared.b32 %r4", 1),
		"another neighbour": fingerprint(strings.Replace(kernel, "%r4, [%r2+4]", "%r4, [%r2+8]", 1), at, 1),
		"no file":           accepted.Fingerprint(diag.Errorf(testRace, diag.Span{}, "a race")),
	} {
		if got == want {
			t.Errorf("%s: the same fingerprint", name)
		}
	}
	other := race(diag.NewFile("k.ptx", []byte(kernel)), at, 1)
	other.Code = testOther
	if accepted.Fingerprint(other) == want {
		t.Error("another code has the same fingerprint")
	}
}

// A baseline accepts each finding that it lists once. Written again it keeps the reasons, and what it has of
// other files.
func TestBaseline(t *testing.T) {
	file := diag.NewFile("k.ptx", []byte(kernel))
	first, second := race(file, "ld.shared.b32 %r3", 1), race(file, "ld.shared.b32 %r4", 1)
	elsewhere := race(diag.NewFile("other.ptx", []byte(kernel)), "st.shared", 1)
	b := (&accepted.Baseline{}).With("other.ptx", diag.List{elsewhere}, "elsewhere")
	b = b.With("k.ptx", diag.List{first, second}, "known").With("k.ptx", diag.List{first, first}, "new")
	var text bytes.Buffer
	if err := b.Write(&text); err != nil {
		t.Fatal(err)
	}
	read, err := accepted.ReadBaseline(diag.NewFile("base.json", text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	s := accepted.New(file, read)
	for i, want := range []bool{true, true, false} {
		if s.Accepts(first) != want {
			t.Errorf("finding %d: accepted is %t", i, !want)
		}
	}
	if s.Accepts(second) {
		t.Error("what the baseline does not list is accepted")
	}
	if got := s.Suppressed[0].Reason + s.Suppressed[1].Reason; got != "knownnew" {
		t.Errorf("reasons %s", got)
	}
	if list := s.Complaints(nil); len(list) > 0 {
		t.Errorf("complaints about a baseline of which other files need the rest: %v", list)
	}
}

// What is malformed in comments and baselines, has no reason or matches nothing is reported at its place.
func TestComplaints(t *testing.T) {
	const at = "ld.shared.b32 %r3, [%r2];"
	on := func(comment string) string { return strings.Replace(kernel, at, at+" "+comment, 1) }
	above := func(comment string) string {
		return strings.Replace(kernel, at, comment+"\n  // more\n.loc 1 2 3\n"+at, 1)
	}
	for _, c := range []struct {
		name, text, complaint string
		accepts               bool
	}{
		{"on the line", on("// inflight: allow test-race -- all write the same"), "", true},
		{"above", above("// inflight: allow test-other, test-race -- all write the same"), "", true},
		{"Python's", above("# inflight: allow test-race -- why"), "", true},
		{"without a reason", on("// inflight: allow test-race"), "7:29 accepted-without-reason", true},
		{"with an empty one", on("// inflight: allow test-race -- "), "7:29 accepted-without-reason", true},
		{"another code", on("// inflight: allow test-other -- why"), "7:29 accepted-unused", false},
		{"another line", "// inflight: allow test-race -- why\n" + kernel, "1:1 accepted-unused", false},
		{"no code", on("// inflight: allow -- why"), "7:29 accepted-form", false},
		{"no such code", on("// inflight: allow test-rase -- why"), "7:29 accepted-form", false},
	} {
		file := diag.NewFile("k.ptx", []byte(c.text))
		s := accepted.New(file, nil)
		if s.Accepts(race(file, "ld.shared.b32 %r3", 1)) != c.accepts {
			t.Errorf("%s: accepted is %t", c.name, !c.accepts)
		}
		got := ""
		for _, d := range s.Complaints(nil) {
			got += strings.TrimPrefix(d.Span.String(), "k.ptx:") + " " + string(d.Code)
		}
		if got != c.complaint {
			t.Errorf("%s: complaints %q, want %q", c.name, got, c.complaint)
		}
	}
}

// A file that is no baseline is an error at its place.
func TestBadBaselines(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "base.json:1:1",
		`{"version": 1, "findings": 3}`:  "base.json:1:28",
		`{"version": 2, "findings": []}`: "base.json:1:1",
		"{\"version\": 1,\n \"findings\": [{\"code\": \"x\"}]}": "base.json:2:15",
	} {
		_, err := accepted.ReadBaseline(diag.NewFile("base.json", []byte(text)))
		if err == nil || !strings.HasPrefix(err.Error(), want+": error: ") {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
