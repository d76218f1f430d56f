package ir

import "testing"

// A panic continues in the caller when the other goroutines have ended.
func TestForEachPanics(t *testing.T) {
	defer func() {
		if cause := recover(); cause != "three" {
			t.Errorf("panicked with %v", cause)
		}
	}()
	ForEach(10, func(i int) {
		if i == 3 {
			panic("three")
		}
	})
}
