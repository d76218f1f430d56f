package insertboundschecks

import (
	"fmt"
	"strings"
)

// Class is what an assertion of the pass is about: its message begins with it.
type Class string

// The classes of assertions.
const (
	OutOfBounds   Class = "out of bounds"    // an access or a view
	NegativeSize  Class = "negative size"    // of an allocation
	ShapeMismatch Class = "shape mismatch"   // of a copy, or of what a view claims
	BadStep       Class = "nonpositive step" // of a loop
)

// ClassOf returns the class of the message of an assertion and the rest of it, and whether the pass has
// written it.
func ClassOf(message string) (c Class, rest string, ok bool) {
	class, rest, found := strings.Cut(message, ": ")
	switch c := Class(class); c {
	case OutOfBounds, NegativeSize, ShapeMismatch, BadStep:
		return c, rest, found
	}
	return "", message, false
}

// says returns a message of the class.
func (c Class) says(format string, args ...any) string {
	return string(c) + ": " + fmt.Sprintf(format, args...)
}
