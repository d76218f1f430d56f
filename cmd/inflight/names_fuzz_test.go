package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode"
)

// jsonCommands write JSON: to standard output, or to trace.json.
var jsonCommands = [][]string{
	{"check", "in.mlir", "--json"}, {"sim", "in.mlir", "--json"},
	{"run", "in.mlir", "--engine", "sim", "--json"},
	{"sim", "in.mlir", "--mode", "timed", "--trace", "trace.json"},
}

// Any names of functions, places and arguments give valid JSON of printable characters. No name ends a JSON
// string or adds a key.
func FuzzJSONNames(f *testing.F) {
	const program = `func.func @%s(%%A: memref<4xf32>) {
  %%c0 = arith.constant 0 : index
  %%t = async.execute {
    %%x = memref.load %%A[%%c0] : memref<4xf32>
    memref.store %%x, %%A[%%c0] : memref<4xf32>
    async.yield
  } loc(%s:1:1)
  async.await %%t : !async.token
  return
}`
	f.Add(`","pwned":"`, `\`)
	f.Add("a\nb\x1b[2A", "</script>")
	f.Add("\u202e\u2028\u009b", "\xff\x00")
	f.Fuzz(func(t *testing.T, name, place string) {
		if name == "" {
			t.Skip()
		}
		t.Chdir(t.TempDir())
		if err := os.WriteFile("in.mlir", fmt.Appendf(nil, program, quoted(name), quoted(place)),
			0o666); err != nil {
			t.Fatal(err)
		}
		for _, c := range jsonCommands {
			var out, errs bytes.Buffer
			if status := run(c, strings.NewReader(""), &out, &errs); status != exitOK {
				t.Fatalf("%q: %s", c, errs.String())
			}
			text := out.Bytes()
			if c[len(c)-2] == "--trace" {
				var err error
				if text, err = os.ReadFile("trace.json"); err != nil {
					t.Fatal(err)
				}
			}
			if bytes.ContainsFunc(text, func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }) {
				t.Errorf("%q is not printable: %q", c, text)
			}
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				t.Errorf("%q: %v: %q", c, err, text)
			}
			if hasKey(value, "pwned") {
				t.Errorf("%q: a name has made a key: %q", c, text)
			}
		}
	})
}

// quoted returns a string in MLIR's syntax, with every byte escaped.
func quoted(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, `\%02X`, s[i])
	}
	return `"` + b.String() + `"`
}

func hasKey(value any, key string) bool {
	switch v := value.(type) {
	case map[string]any:
		for k, inner := range v {
			if k == key || hasKey(inner, key) {
				return true
			}
		}
	case []any:
		for _, inner := range v {
			if hasKey(inner, key) {
				return true
			}
		}
	}
	return false
}
