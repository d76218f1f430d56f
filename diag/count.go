package diag

import "strconv"

// Count returns a number with its noun, in the singular for 1: "1 wait", "3 waits". The noun's plural ends in
// an s.
func Count[N int | int64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.FormatInt(int64(n), 10) + " " + noun
}
