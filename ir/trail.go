package ir

// Trail detects that a walk from value to value does not end. In graph regions and in unreachable blocks a
// value may be computed from itself. The zero Trail is ready to use.
type Trail struct {
	mark *Value
	n    uint
}

// Repeats takes the next value of the walk. If the walk goes in a cycle, Repeats reports true after a number
// of steps that is linear in the length of the path (Brent's algorithm).
func (t *Trail) Repeats(v *Value) bool {
	if v == t.mark {
		return true
	}
	if t.n++; t.n&(t.n-1) == 0 {
		t.mark = v
	}
	return false
}
