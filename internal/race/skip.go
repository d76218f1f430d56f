package race

import "testing"

// Skip skips a test under the race detector, and says why that finds nothing in it.
func Skip(t testing.TB, why string) {
	t.Helper()
	if Enabled {
		t.Skip("skipped under the race detector: " + why)
	}
}
