package pass

import (
	"bytes"
	"strings"
)

// maxFrames limits how many frames of a stack an internal error shows.
const maxFrames = 8

// frames returns the innermost frames below the panic as "function file:line",
// from the output of debug.Stack: pairs of lines after a header.
func frames(stack []byte) []string {
	if _, below, ok := bytes.Cut(stack, []byte("\npanic(")); ok {
		stack = below
	}
	lines := strings.Split(string(stack), "\n")
	var found []string
	for i := 2; i+1 < len(lines) && len(found) < maxFrames; i += 2 {
		function, _, _ := strings.Cut(lines[i], "(0x")
		place, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " +0x")
		if strings.HasSuffix(function, "pass.guard") {
			break
		}
		found = append(found, function+" "+place)
	}
	return found
}
