package skeleton

import (
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// Look says how a function is looked at: skeletons that are made for one look number its waits alike.
type Look struct {
	*source.Source
	Waits     *Waits
	Strict    bool // sizes may be larger than evaluations assume
	Unfold    bool // loops without synchronization are executed, not summarized
	Folds     bool // there are such loops: set when a skeleton is made
	Distances bool // accesses are compared by how many iterations they are apart
}

// NewLook returns a look at functions of a source, with no wait numbered.
func NewLook(s *source.Source) *Look {
	return &Look{Source: s, Waits: &Waits{numbers: map[*ir.Op]int32{}}}
}

// Waits are the waits of a function that is looked at. The number of a wait is its place in the list.
type Waits struct {
	List    []*Waiting
	numbers map[*ir.Op]int32
	Skip    bool // no verdict of a wait is asked for
}

// Waiting is a wait of the function that is checked.
type Waiting struct {
	Op             *ir.Op
	JudgedInOneRun bool // in one run, by attributions, at every place where it stands
}

// number returns the number of the wait that a node is.
func (w *Waits) number(n *Node) int32 {
	i, numbered := w.numbers[n.Op]
	if !numbered {
		i = int32(len(w.List))
		w.numbers[n.Op] = i
		w.List = append(w.List, &Waiting{Op: n.Op, JudgedInOneRun: true})
	}
	one := w.List[i]
	one.JudgedInOneRun = one.JudgedInOneRun && n.JudgedInOneRun() && !w.Skip
	return i
}
