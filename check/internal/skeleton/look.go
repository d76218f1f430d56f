package skeleton

import (
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// Look says how skeletons of a function are made. All skeletons of one look give a wait the same number.
type Look struct {
	*source.Source
	Waits  *Waits
	Strict bool // sizes may be larger than evaluations assume
	Unfold bool // loops without synchronization are executed instead of summarized
	Folds  bool // there are such loops; set while a skeleton is made
	// FoldsMembers is set if one of them is a parallel loop of which one iteration stands for all, or chooses
	// between buffers, so that accesses to each of them stand for it.
	FoldsMembers bool
	Distances    bool // accesses are compared by the number of iterations between them
}

// NewLook returns a look at functions of a source, without any numbered wait.
func NewLook(s *source.Source) *Look {
	return &Look{Source: s, Waits: &Waits{numbers: map[*ir.Op]int32{}}}
}

// Waits are the waits of a function. The number of a wait is its index in the list.
type Waits struct {
	List    []*Waiting
	numbers map[*ir.Op]int32
	Skip    bool // the caller asks for no verdicts on waits
}

// Waiting is a wait of the function that is checked.
type Waiting struct {
	Op             *ir.Op
	JudgedInOneRun bool // one run with attributions is enough for its verdict, at every node of it
}

// number returns the number of the wait at a node.
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
