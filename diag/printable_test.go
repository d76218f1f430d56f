package diag_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
)

// Characters that could imitate a report are escaped; ordinary text stays unchanged.
func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"":                              "",
		"plain text, 日本 e\u0301 \ufffd": "plain text, 日本 e\u0301 \ufffd",
		"\x1b[1A\x1b[2Kproven":          `\x1b[1A\x1b[2Kproven`,
		"\u009b2J\u0085":                `\u009b2J\u0085`,
		"a\rb\bc\td\ne\x00f\x7f":        `a\x0db\x08c\x09d\x0ae\x00f\x7f`,
		"\u202eabc\u2066\u200b\ufeff":   `\u202eabc\u2066\u200b\ufeff`,
		"\xff\x9b2J\xc2":                `\xff\x9b2J\xc2`,
		"\U000e0041\u2028":              `\U000e0041\u2028`,
		"caf\u00e9 \\x1b is four signs": `café \x1b is four signs`,
	} {
		if got := diag.Printable(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

type shouting string

func (s shouting) String() string { return strings.ToUpper(string(s)) }

// Line breaks of the format stay, and those of arguments are escaped, for all types and verbs. Errors keep
// theirs.
func TestSprintf(t *testing.T) {
	for _, c := range []struct {
		want   string
		format string
		args   []any
	}{
		{"a\n7 x\\x0ay", "a\n%d %s", []any{7, "x\ny"}},
		{"[x\\x1b    ]", "[%-*s]", []any{6, "x\x1b"}}, // wide as it was
		{"\"x\\ny\" true 2.5", "%q %v %.1f", []any{"x\ny", true, 2.5}},
		{"A\\x0aB", "%v", []any{shouting("a\nb")}},
		{"[a\\x0ab c]", "%v", []any{[]string{"a\nb", "c"}}},
		{"a\n\tb\\x0d\n", "%v", []any{errors.New("a\n\tb\r\n")}},
		{"<nil> %!d(string=x) %!s(MISSING)", "%v %d %s", []any{nil, "x"}},
	} {
		if got := diag.Sprintf(c.format, c.args...); got != c.want {
			t.Errorf("%q: got %q, want %q", c.format, got, c.want)
		}
	}
}

// A name with line breaks does not end the line of a message.
func TestMessagesOfNames(t *testing.T) {
	name := "f\nin.mlir: remark: proven\u009b"
	err := diag.Errorf(testExpected, diag.Span{}, "'@%s' is wrong", name).Note(diag.Span{}, "see '@%s'",
		name).Suggest("drop '@%s'", name)
	var b bytes.Buffer
	if err := (diag.Text{W: &b}).Render(err); err != nil {
		t.Fatal(err)
	}
	const shown = `'@f\x0ain.mlir: remark: proven\u009b'`
	if want := "error: " + shown + " is wrong [test-expected]\nnote: see " + shown + "\nhelp: drop " + shown +
		"\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

// No control character of a program reaches the terminal, and the caret stands below its place.
func FuzzRenderOfNames(f *testing.F) {
	f.Add("a\x1b[2J\u009bb\u202ec", "x\ny", 3)
	f.Fuzz(func(t *testing.T, source, name string, at int) {
		file := diag.NewFile("in\x1b"+name, []byte(source))
		at = min(max(at, 0), len(source))
		err := diag.Errorf(testExpected, file.Span(at, len(source)), "'@%s'", name).Note(file.Span(0, at),
			"'@%s'", name).Suggest("drop '%s'", name)
		var b bytes.Buffer
		if err := (diag.Text{W: &b}).Render(err); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if !utf8.ValidString(text) ||
			strings.IndexFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) >= 0 {
			t.Errorf("not printable: %q", text)
		}
		if lines := strings.Count(text, "\n"); lines != 7 {
			t.Errorf("%d lines: %q", lines, text)
		}
	})
}
