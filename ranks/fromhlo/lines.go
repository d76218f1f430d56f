package fromhlo

import (
	"slices"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ranks/lines"
)

// Lines returns the modules as texts in which instructions that communicate may move, each between its
// operands, its control predecessors and its users. An instruction with operands in common with another one
// that may overwrite them stays in front of it, or behind.
func Lines(modules []*hlo.Module) *lines.Text {
	t := &lines.Text{}
	var seen []*hlo.Module
	for _, m := range modules {
		if slices.Contains(seen, m) {
			continue
		}
		seen = append(seen, m)
		t.Files = append(t.Files, m.File)
		for _, c := range m.Computations {
			addComputation(t, c)
		}
	}
	return t
}

func addComputation(t *lines.Text, c *hlo.Computation) {
	var all []*hlo.Instruction
	var begins []int
	var movable []bool
	file := t.Files[len(t.Files)-1]
	moves, end := false, 0
	for _, in := range c.Instructions {
		if in.Name == "" {
			return // written as an operand: lines are no order
		}
		line, _ := file.Position(in.Span().Start)
		phase, _ := in.Async()
		is := !in.IsRoot && in != c.Root && (kind(in) != "" || phase != hlo.NotAsync)
		all, begins, movable = append(all, in), append(begins, line), append(movable, is)
		moves = moves || is
		end = line + 1
	}
	if !moves {
		return
	}
	items, of := lines.Block(file, begins, movable, end)
	members := make([][]*hlo.Instruction, len(items))
	for i, in := range all {
		members[of[i]] = append(members[of[i]], in)
	}
	t.Lists = append(t.Lists, lines.List{File: len(t.Files) - 1, Items: items,
		MayPass: func(item, later int) bool {
			for _, a := range members[item] {
				for _, b := range members[later] {
					if !mayPass(a, b) {
						return false
					}
				}
			}
			return true
		}})
}

func mayPass(a, b *hlo.Instruction) bool {
	if slices.Contains(b.Operands, a) || slices.Contains(b.ControlPredecessors(), a) {
		return false
	}
	if !overwrites(a) && !overwrites(b) {
		return true
	}
	used := reads(b)
	return !slices.ContainsFunc(reads(a), func(o *hlo.Instruction) bool { return slices.Contains(used, o) })
}

// reads returns the operands of an instruction, and for a done those of its starts.
func reads(in *hlo.Instruction) []*hlo.Instruction {
	all := slices.Clone(in.Operands)
	if in.IsDone() {
		for _, s := range in.Starts() {
			all = append(all, s.Operands...)
		}
	}
	return all
}

// overwrites reports whether an instruction may write its result over an operand.
func overwrites(in *hlo.Instruction) bool {
	return len(in.InPlace()) > 0 || len(in.Called()) > 0 && in.Opcode != "all-reduce" &&
		in.Opcode != "reduce-scatter"
}
