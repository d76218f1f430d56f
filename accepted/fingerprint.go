package accepted

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// identity is what a finding is known by, however its file changes elsewhere.
type identity struct {
	code     diag.Code
	function string
	text     string   // of the line
	around   []string // lines before and behind it, and those of the place that the first note names
}

// Fingerprint returns a hash that a finding keeps when lines and registers around it get other numbers; ""
// for a finding whose place is unknown. Findings that differ in nothing but their line have one hash.
func Fingerprint(d *diag.Diagnostic) string {
	id, ok := identify(d)
	if !ok {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(append([]string{string(id.code), id.function, id.text},
		id.around...), "\x00")))
	return hex.EncodeToString(sum[:10])
}

func identify(d *diag.Diagnostic) (identity, bool) {
	if !d.Span.IsKnown() || d.Code == "" {
		return identity{}, false
	}
	id := identity{code: d.Code, function: functionAt(d.Span), text: lineOf(d.Span)}
	id.around = append(id.around, neighbours(d.Span)...)
	for _, n := range d.Notes {
		if n.Span.IsKnown() {
			id.around = append(id.around, lineOf(n.Span))
			break
		}
	}
	return id, true
}

// functionForm matches the line with the name of a function in PTX, MLIR or Python.
var functionForm = regexp.MustCompile(`^[ \t]*(?:\.\w+[ \t]+)*\.(?:entry|func)\s+(?:\([^)]*\)\s*)?([\w$%]+)` +
	`|\bfunc\b[^@]*@([\w$.-]+|"[^"]*")|^[ \t]*def[ \t]+(\w+)`)

// functionAt returns the name of the function whose head stands nearest in front of a span, or on its line.
func functionAt(span diag.Span) string {
	for n := span.Place().Line; n > 0; n-- {
		line := span.File.Line(n)
		if !strings.Contains(line, "func") && !strings.Contains(line, ".entry") &&
			!strings.Contains(line, "def") {
			continue
		}
		if m := functionForm.FindStringSubmatch(line); m != nil {
			return m[1] + m[2] + m[3] // one of them
		}
	}
	return ""
}

var (
	comments = regexp.MustCompile(`//.*`)
	spaces   = regexp.MustCompile(`\s+`)
	numbered = regexp.MustCompile(`[%$][\w$]+`)
	digits   = regexp.MustCompile(`\d+`)
)

// lineOf returns the line of a span as it counts.
func lineOf(span diag.Span) string { return normal(span.File.Line(span.Place().Line)) }

// normal returns a line without comments and without numbers of registers, values and labels.
func normal(line string) string {
	line = strings.TrimSpace(spaces.ReplaceAllString(comments.ReplaceAllString(line, ""), " "))
	return numbered.ReplaceAllStringFunc(line, func(name string) string {
		return digits.ReplaceAllString(name, "#")
	})
}

// neighbours returns the nearest line in front of that of a span and the nearest behind it that count.
func neighbours(span diag.Span) []string {
	var found []string
	here := span.Place().Line
	last, _ := span.File.Position(int32(len(span.File.Content)))
	for _, step := range []int{-1, 1} {
		text := ""
		for n := here + step; n > 0 && n <= last && text == ""; n += step {
			if line := span.File.Line(n); !noStatement.MatchString(line) {
				text = normal(line)
			}
		}
		found = append(found, text)
	}
	return found
}
