package diag

import (
	"strconv"
	"strings"
)

// Count returns a number with its noun, in the singular for 1: "1 wait", "3 waits". The noun's plural ends in
// an s, behind ch, s and x with an e before it.
func Count[N int | int64](n N, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "ch") || strings.HasSuffix(noun, "s") || strings.HasSuffix(noun, "x"):
		noun += "es"
	default:
		noun += "s"
	}
	return strconv.FormatInt(int64(n), 10) + " " + noun
}
