package passtest_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// The environment asks for another number of programs, and limits it; what is no number is not taken for one.
func TestPrograms(t *testing.T) {
	for _, c := range []struct {
		asked, limit string
		n, want      int
	}{
		{"", "", 60, 60},
		{"400", "", 60, 400},
		{"", "20", 60, 20},
		{"", "20", 6, 6},
		{"400", "20", 6, 20},
		{"0", "20", 6, 0},
	} {
		t.Setenv("INFLIGHT_PROPERTY", c.asked)
		t.Setenv("INFLIGHT_PROPERTY_LIMIT", c.limit)
		if got := passtest.Programs(c.n); got != c.want {
			t.Errorf("%q programs, at most %q, of %d: got %d, want %d", c.asked, c.limit, c.n, got, c.want)
		}
	}
	t.Setenv("INFLIGHT_PROPERTY_LIMIT", "many")
	defer func() {
		if recover() == nil {
			t.Error("a limit that is no number was taken for one")
		}
	}()
	passtest.Programs(1)
}
