package ptx

import (
	"math"
	"strconv"
	"strings"
)

// parseNumber reads an immediate as it stands in the text.
func parseNumber(text string) (NumberKind, uint64, bool) {
	lower := strings.ToLower(text)
	switch {
	case strings.HasPrefix(lower, "0f"):
		bits, err := strconv.ParseUint(lower[2:], 16, 32)
		return Single, bits, err == nil && len(lower) == 10
	case strings.HasPrefix(lower, "0d"):
		bits, err := strconv.ParseUint(lower[2:], 16, 64)
		return Double, bits, err == nil && len(lower) == 18
	case strings.HasPrefix(lower, "0x"), strings.HasPrefix(lower, "0b"):
		bits, err := strconv.ParseUint(strings.TrimSuffix(lower, "u"), 0, 64)
		return Integer, bits, err == nil && !strings.Contains(lower, "_")
	case strings.ContainsAny(lower, ".e"):
		v, err := strconv.ParseFloat(lower, 64)
		return Double, math.Float64bits(v), err == nil && !strings.Contains(lower, "_")
	}
	digits := strings.TrimSuffix(lower, "u")
	base := 10
	if len(digits) > 1 && digits[0] == '0' {
		base = 8
	}
	bits, err := strconv.ParseUint(digits, base, 64)
	return Integer, bits, err == nil
}

// Float returns the immediate as a number of a float instruction; an integer has no meaning there but 0.
func (i *Immediate) Float() float64 {
	switch i.Kind {
	case Single:
		return float64(math.Float32frombits(uint32(i.Bits)))
	case Double:
		return math.Float64frombits(i.Bits)
	}
	return float64(int64(i.Bits))
}
