package llvm_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/target/llvm"
)

// quoted returns a string as MLIR writes it, each byte by its number.
func quoted(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, `\%02X`, s[i])
	}
	return `"` + b.String() + `"`
}

var (
	prototype = regexp.MustCompile(`(?m)^void _mlir_ciface_([A-Za-z0-9_]+)\(inflight_f32_1 \*A\);$`)
	// headerLine is what a line of a header of such functions looks like.
	headerLine = regexp.MustCompile(
		`^(|//.*|#(ifndef|define|endif|ifdef|include)\b.*|extern "C" \{|\}|void _mlir_ciface_.*;|typedef struct .*;)$`)
	// globalName is a name in LLVM IR: a word, or anything in quotes but quotes, backslashes but in numbers,
	// and control characters.
	globalName = regexp.MustCompile(`@([-a-zA-Z$._0-9]+|"([ !#-\[\]-~]|\\[0-9A-F]{2})*")`)
)

// Functions of any two names have two identifiers of C in the header of a library, and nothing of a name
// stands outside of comments. In LLVM IR a name is a word or in quotes, on one line. A name that cannot be
// written is an error.
func FuzzNames(f *testing.F) {
	f.Add("f(void); static void pwn(void) { } void g", "*/ x /*")
	f.Add("x\n#error line\n", "\r\x1b[2J")
	f.Add("a.b", "a_x2Eb")
	f.Add("a\\", "b*/")
	f.Add("\x00", "\xff\x9b")
	f.Fuzz(func(t *testing.T, a, b string) {
		if a == b || a == "" || b == "" {
			t.Skip()
		}
		const rest = "(%A: memref<4xf32>) { return }\n"
		module := passtest.Parse(t, "func.func @"+quoted(a)+rest+"func.func @"+quoted(b)+rest)
		text, err := llvm.Header(module, a)
		if err != nil {
			t.Fatal(err)
		}
		found := prototype.FindAllStringSubmatch(text, -1)
		if len(found) != 2 || found[0][1] == found[1][1] {
			t.Errorf("%q and %q are not two functions:\n%s", a, b, text)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if !headerLine.MatchString(line) || strings.HasSuffix(line, `\`) ||
				strings.HasSuffix(line, "??/") {
				t.Errorf("%q and %q make the line %q", a, b, line)
			}
		}
		checkLLVM(t, a, b)
	})
}

// checkLLVM checks the names in the LLVM IR of a library with functions of two names.
func checkLLVM(t *testing.T, a, b string) {
	t.Helper()
	const rest = "(%A: memref<4xf32>) { return }\n"
	text, err := llvm.LibraryText(t.Context(),
		passtest.Parse(t, "func.func @"+quoted(a)+rest+"func.func @"+quoted(b)+rest), config.Code{})
	if err != nil {
		if diag.FromError(err)[0].Code == "" {
			t.Errorf("%q and %q: %v", a, b, err)
		}
		return
	}
	if i := strings.IndexFunc(string(text), func(r rune) bool {
		return r != '\n' && (r < ' ' || r > '~')
	}); i >= 0 {
		t.Errorf("%q and %q: LLVM IR has the byte %#x", a, b, text[i])
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "define ") &&
			strings.Contains(globalName.ReplaceAllString(line, ""), `"`) {
			t.Errorf("%q and %q make the line %q", a, b, line)
		}
	}
}
