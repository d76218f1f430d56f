package verdict

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// Wait is the verdict on one wait.
type Wait uint8

// The verdicts. A wait is redundant if the program has no further hazard without it, and too strong if the
// program has none with a larger count. Each wait is judged with all others unchanged, so that of two
// redundant waits one may have to stay.
const (
	Needed Wait = iota
	Redundant
	TooWeak
	TooStrong
	NotReached // no execution that was judged comes to the wait
	Unjudged   // a limit, or an access that nothing orders, stands between the judge and the verdict
	ends
)

// String returns the verdict in words.
func (v Wait) String() string {
	return [...]string{"needed", "redundant", "too weak", "stronger than necessary", "not reached",
		"not judged"}[v]
}

// MarshalText implements encoding.TextMarshaler.
func (v Wait) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Waits returns how many waits have which verdict, as in "3 waits (2 needed, 1 redundant)", for at least one.
func Waits(list []Wait) string {
	var count [ends]int
	for _, v := range list {
		count[v]++
	}
	if count[Needed] == len(list) {
		if len(list) == 1 {
			return "the wait is needed and exact"
		}
		return fmt.Sprintf("all %d waits are needed and exact", len(list))
	}
	var parts []string
	for v, n := range count {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, Wait(v)))
		}
	}
	return diag.Count(len(list), "wait") + " (" + strings.Join(parts, ", ") + ")"
}
