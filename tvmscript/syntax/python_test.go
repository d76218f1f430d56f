package syntax_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// python is what the oracle says about a list of texts.
type python struct {
	Version [2]int
	Trees   []pythonTree
}

// pythonTree is what the oracle says about one text.
type pythonTree struct {
	Tree        string // as dumpLikePython; "" where Error or Unsupported is set
	Error       string // of Python's parser
	Unsupported string // what the tree cannot show: Python that is not part of TVMScript
	Compiles    bool   // Python's compiler accepts it as well
}

// askPython parses texts with Python. It skips the test where there is no Python of a version that is
// understood.
func askPython(t *testing.T, texts []string) python {
	t.Helper()
	command := tools.Require(t, "python3")
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd := tools.Command(t, command, "testdata/python_tree.py")
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "PYTHONIOENCODING=utf-8")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, stderr.Bytes())
	}
	var p python
	if err := json.Unmarshal(stdout.Bytes(), &p); err != nil || len(p.Trees) != len(texts) {
		t.Fatalf("%d of %d answers: %v", len(p.Trees), len(texts), err)
	}
	if p.Version[0] != 3 || p.Version[1] < 11 {
		t.Skipf("python3 is version %d.%d; the comparison needs 3.11", p.Version[0], p.Version[1])
	}
	return p
}

// compareWithPython checks that a text has the tree that Python gives it, or that both refuse it.
func compareWithPython(t *testing.T, text string, want pythonTree, version [2]int) {
	t.Helper()
	f, diags := syntax.Parse(diag.NewFile("text.py", []byte(text)))
	if (f == nil) != (want.Error != "") && version[1] < 12 && strings.Contains(text, "{") {
		return // f-strings had rules of their own
	}
	switch {
	case f != nil && want.Error != "":
		t.Errorf("accepted, but Python says %q, in:\n%s", want.Error, text)
	case f != nil && want.Unsupported != "":
		t.Errorf("accepted, but there is %s, in:\n%s", want.Unsupported, text)
	case f != nil:
		got := dumpLikePython(f, pythonVersion{version[0], version[1]})
		if d := cmp.Diff(strings.Split(want.Tree, "\n"), strings.Split(got, "\n")); d != "" {
			t.Errorf("Python's tree differs (-Python +here):\n%s\nin:\n%s", d, text)
		}
	case want.Compiles && want.Unsupported == "" && !refusedOnPurpose(diags):
		t.Errorf("Python accepts, but here:\n%v\nin:\n%s", diags, text)
	}
}

// refusedOnPurpose reports whether a text was refused because of what grammar.txt leaves out of Python.
func refusedOnPurpose(diags diag.List) bool {
	for _, d := range diags {
		switch {
		case d.Code == "python-unsupported", d.Code == "python-too-deep":
			return true
		case strings.Contains(d.Message, "by name"), strings.Contains(d.Message, "is no character"):
			return true // \N{...} and lone surrogates
		case strings.Contains(d.Message, "f-string that begins here is not closed"):
			return true // a line break in a format, from Python 3.12 on
		case strings.Contains(d.Message, "does not begin with 0"),
			strings.Contains(d.Message, "the file ends behind a backslash"):
			return true // Python accepts 012else, and ''\ at the end in some versions, by oversight
		}
	}
	return false
}

// chunks returns the parts of a file between lines that are "---".
func chunks(t testing.TB, file string) []string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(content), "\n---\n")
}

// Every text of texts.py has Python's tree here, or is refused by both.
func TestPythonAgrees(t *testing.T) {
	texts := slices.Concat(chunks(t, "testdata/texts.py"), bytewise, corpus(t))
	answers := askPython(t, texts)
	for i, text := range texts {
		compareWithPython(t, text, answers.Trees[i], answers.Version)
	}
}

// bytewise are texts that a text file would not keep as they are.
var bytewise = []string{"", "\n", "x", "x\r\ny\r\n", "x\ry", "\ufeffx = 1\n", "\ufeff", "if x:\r\n    y\r\n",
	"if x:\n\ty\n\tz\n",
	"if x:\n\ty\n        z\n", "if x:\n        y\n\tz\n", "if x:\n    y\n\tz\n", "if x:\n \ty\n\tz\n",
	"if x:\n\ty\n \tz\n",
	"if x:\n  \tif y:\n\t\tz\n", "\tx", "if x:\n\tif y:\n\t  z\n\t  w\n", "if x:\n  y\n\t",
	"if x:\n  y\n\t# c\n", "x\f", "\fx",
	"if x:\n    y\n\f    z\n", "if x:\n    y\n  \f    z\n", "if x:\n  y\n \\\n z\n",
	"if x:\n  \\\n  y\n  z\n", "if x:\n  y\n  \\\n\n",
	"x = 'a\\\r\nb'", "x = '''a\r\nb\rc'''", "x = f'''a\r\n{y}\r\n'''", "x = r'''\\\r\n'''", "x = (\r\n1\r)",
	"x \\\r\n + y", "x \\\r + y",
	"# c", "x # c", "x \\", "x \\\n", "\\", "\\\n", "if x:\n  y\\\n", "if x: # c\n  y # c\n # c\n", "x = 'a",
	"x = '''a\n", "x = f'{", "x = f'''{",
	"x = 1\n\n\n", "   \n\t\nx", "x\n   ", "x\n   \\\n", "x\u00a0= 1", "x = 1\u2028", "x = '\u2028'",
	"\u200bx", "x = '\t'", "x\ufeff", "f'''{x\r}{\r\nx\r=\r}'''",
	"if x:\n   y\n  z\n w\n", "if x:\n    if y:\n        z\n      w\n", "'\\\n'", "f'\\\n{x}'",
	"f'\\\r\n{x}'", "b'\\\r\n'", "x\x1a", "(\x0c)"}
