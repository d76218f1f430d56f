package diag_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
)

func TestNearest(t *testing.T) {
	names := []string{"canonicalize", "cse", "lower-affine", "symbol-dce"}
	for _, c := range []struct{ name, want string }{
		{"canonicalise", "canonicalize"},
		{"canonicalization", "canonicalize"},
		{"ces", ""}, // two of three letters
		{"cs", "cse"},
		{"loweraffine", "lower-affine"},
		{"symbol-dec", "symbol-dce"},
		{"inline", ""},
		{"", ""},
	} {
		if got := diag.Nearest(c.name, names); got != c.want {
			t.Errorf("%q: got %q, want %q", c.name, got, c.want)
		}
	}
}
