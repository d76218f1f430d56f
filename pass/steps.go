package pass

import (
	"fmt"
	"slices"
	"strings"
)

// Step is a step of a lowering: a pass with its options, or a nested pipeline. A table of steps may have two
// of the same text; a step is the same as another only if both are one pointer.
type Step struct{ text string }

// Do returns a new step, of the text that it has in a pipeline.
func Do(text string) *Step { return &Step{text} }

// String returns the text of the step in a pipeline.
func (s *Step) String() string { return s.text }

// Steps are the steps of a lowering in their order. Its methods leave the list as it is and return another
// one. They panic if the step that they are to find is not in the list: the caller has the wrong table.
type Steps []*Step

// Pipeline returns the pipeline of the steps, for operations of a name.
func (s Steps) Pipeline(anchor string) (*Pipeline, error) {
	texts := make([]string, len(s))
	for i, step := range s {
		texts[i] = step.text
	}
	return Parse(anchor + "(" + strings.Join(texts, ",") + ")")
}

// Before returns the steps with more in front of one of them.
func (s Steps) Before(at *Step, more ...*Step) Steps {
	return slices.Insert(slices.Clone(s), s.find(at), more...)
}

// After returns the steps with more behind one of them.
func (s Steps) After(at *Step, more ...*Step) Steps {
	return slices.Insert(slices.Clone(s), s.find(at)+1, more...)
}

// Without returns the steps but for one.
func (s Steps) Without(left *Step) Steps {
	at := s.find(left)
	return slices.Delete(slices.Clone(s), at, at+1)
}

// Replace returns the steps with another one in the place of one of them.
func (s Steps) Replace(old, other *Step) Steps {
	replaced := slices.Clone(s)
	replaced[s.find(old)] = other
	return replaced
}

func (s Steps) find(step *Step) int {
	at := slices.Index(s, step)
	if at < 0 {
		panic(fmt.Sprintf("the steps do not have %s", step))
	}
	return at
}
