package exec

import (
	"io"

	"github.com/inflight-compiler/inflight/printed"
)

// Output is where a program prints. Several threads may use it at once.
type Output = printed.Output

// NewOutput returns an output that writes what a program prints to text. It writes to notes what the program
// prints to the error output.
func NewOutput(text, notes io.Writer) *Output { return printed.NewOutput(text, notes) }
