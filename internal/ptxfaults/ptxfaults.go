// Package ptxfaults makes mistakes in the synchronization of kernels written in PTX, for tests of those who
// are to find them.
//
// Only tests import it. It imports package ptx, which says where the instructions are.
package ptxfaults

import (
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// Fault is a text with one mistake.
type Fault struct {
	// What says what was done, and Line where, in the text as it was.
	What string
	Line int
	Text string
}

// All returns, for each wait for groups, each commit, each barrier of the block, each fence of the
// asynchronous proxy and each wgmma.fence the text without it, and for each count of a wait the text with
// counts that are larger by 1 to more.
func All(file *diag.File, more int) ([]Fault, error) {
	m, err := ptx.Parse(file)
	if err != nil {
		return nil, err
	}
	f := &faults{file: file}
	for _, k := range m.Functions() {
		if k.Body != nil {
			f.block(k.Body, more)
		}
	}
	return f.all, nil
}

type faults struct {
	file *diag.File
	all  []Fault
}

func (f *faults) block(b *ptx.Block, more int) {
	for _, item := range b.Items {
		switch x := item.(type) {
		case *ptx.Block:
			f.block(x, more)
		case *ptx.Instruction:
			f.instruction(x, more)
		}
	}
}

func (f *faults) instruction(in *ptx.Instruction, more int) {
	inGroups := in.Opcode == "cp" || in.Opcode == "wgmma"
	isWait := inGroups && (in.Has("wait_group") || in.Has("wait_all"))
	isBarrier := (in.Opcode == "bar" || in.Opcode == "barrier") && in.Has("sync") && !in.Has("warp")
	isFence := in.Opcode == "wgmma" && in.Has("fence") ||
		in.Opcode == "fence" && in.Has("proxy") && in.Has("async")
	if !isWait && !isBarrier && !isFence && !(inGroups && in.Has("commit_group")) {
		return
	}
	whole := in.Span
	if in.Guard != nil {
		whole = in.Guard.Span.To(whole)
	}
	f.replace("removal of", in, whole, "")
	if !isWait || len(in.Operands) != 1 {
		return
	}
	n, ok := in.Operands[0].(*ptx.Immediate)
	for i := 1; ok && i <= more; i++ {
		f.replace(fmt.Sprintf("%d more in", i), in, n.Span, fmt.Sprint(n.Bits+uint64(i)))
	}
}

// replace adds the text with other words at a span.
func (f *faults) replace(what string, in *ptx.Instruction, at diag.Span, with string) {
	content := f.file.Content
	f.all = append(f.all, Fault{
		What: fmt.Sprintf("%s '%v'", what, in), Line: in.Span.Place().Line,
		Text: string(content[:at.Start]) + with + string(content[at.End:]),
	})
}
