package text

import "testing"

// TestArgumentsAreTaken checks which names count as names of arguments.
func TestArgumentsAreTaken(t *testing.T) {
	n := newNaming(false)
	n.next.arg = 12
	for name, want := range map[string]bool{
		"arg0": true, "arg9": true, "arg11": true,
		"arg12": false, "arg99999999999999999999": false, "arg": false, "arg01": false, "arg+1": false,
		"arg-0": false, "argument": false, "xarg1": false,
	} {
		if got := n.isTaken(name); got != want {
			t.Errorf("isTaken(%q) = %v", name, got)
		}
	}
}
