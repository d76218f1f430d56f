package native

import (
	"math"
	"strconv"
	"strings"
)

// units are the suffixes of sizes.
var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1},
	{"", 1}}

// ParseSize parses a number of bytes such as 512MiB. It returns false if the text is no size.
func ParseSize(text string) (bytes int64, ok bool) {
	for _, u := range units {
		if digits, ok := strings.CutSuffix(text, u.name); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
			return n * u.bytes, err == nil && n >= 0 && n <= math.MaxInt64/u.bytes
		}
	}
	return 0, false
}
