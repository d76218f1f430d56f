package diag

import (
	"fmt"
	"slices"
	"strings"
)

// Code is the stable name of one kind of diagnostic, such as "parse-expected". Messages may be reworded;
// codes are what scripts, documentation and tests rely on. The empty code marks a diagnostic made from a
// plain error.
type Code string

// CodeInfo is what `inflight explain CODE` prints.
type CodeInfo struct {
	Code Code
	// Summary is one line without a final full stop.
	Summary string
	// Help says in a few sentences what the code means and what to do next.
	Help string
}

// registry holds every registered code. It is written during package initialization only.
var registry = map[Code]CodeInfo{}

// isWellFormed reports whether a code has the right form: two or more words of lower-case letters and digits,
// joined by single dashes. The first word begins with a letter.
func isWellFormed(code string) bool {
	words := strings.Split(code, "-")
	for _, w := range words {
		if w == "" || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return len(words) > 1 && code[0] >= 'a'
}

// Register adds a code to the table and returns it. It is meant for package-level variables and panics if the
// code is taken or malformed, or if the summary is missing: such a mistake in Inflight shows in the first
// test run.
func Register(code, summary, help string) Code {
	c := Code(code)
	if !isWellFormed(code) {
		panic(fmt.Sprintf("diag: code %q is not of the form area-problem", code))
	}
	if _, taken := registry[c]; taken {
		panic(fmt.Sprintf("diag: code %q registered twice", code))
	}
	if summary == "" {
		panic(fmt.Sprintf("diag: code %q has no summary", code))
	}
	registry[c] = CodeInfo{Code: c, Summary: summary, Help: help}
	return c
}

// Codes returns the table of all registered codes, sorted.
func Codes() []CodeInfo {
	infos := make([]CodeInfo, 0, len(registry))
	for _, info := range registry {
		infos = append(infos, info)
	}
	slices.SortFunc(infos, func(a, b CodeInfo) int { return strings.Compare(string(a.Code), string(b.Code)) })
	return infos
}

// Lookup returns the table entry of a code.
func Lookup(code Code) (CodeInfo, bool) {
	info, ok := registry[code]
	return info, ok
}
