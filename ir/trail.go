package ir

// Trail notices that a walk from value to value comes back to where it was. In
// graph regions and in unreachable blocks a value may be computed from itself.
// The zero Trail is ready to use.
type Trail struct {
	mark *Value
	n    uint
}

// Repeats takes the next value of the walk. In a walk that goes in circles it
// reports true at some time (Brent's algorithm).
func (t *Trail) Repeats(v *Value) bool {
	if v == t.mark {
		return true
	}
	if t.n++; t.n&(t.n-1) == 0 {
		t.mark = v
	}
	return false
}
