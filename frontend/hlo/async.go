package hlo

import (
	"slices"
	"strconv"
	"strings"
)

// This file finds the chains of asynchronous operations: a start, updates, a done.

// Phase is the part that an instruction has in an asynchronous operation.
type Phase uint8

// The phases. Send and recv are starts.
const (
	NotAsync Phase = iota
	Start
	Update
	Done
)

// String returns the word for the phase.
func (p Phase) String() string { return [...]string{"synchronous", "start", "update", "done"}[p] }

// firstClass are the operations that have opcodes of their own with -start and -done. Of any other operation
// OPCODE-start stands for async-start of a computation with that operation.
var firstClass = map[string]bool{
	"all-gather": true, "all-reduce": true, "collective-permute": true, "copy": true,
}

// Async returns the phase of an instruction, and the operation that is asynchronous: all-gather for
// all-gather-start; send and recv for themselves and for send-done and recv-done; async for async-start,
// whose operation Wrapped returns.
func (in *Instruction) Async() (Phase, string) { return asyncOpcode(in.Opcode) }

func asyncOpcode(opcode string) (Phase, string) {
	if opcode == "send" || opcode == "recv" {
		return Start, opcode
	}
	if base, ok := strings.CutSuffix(opcode, "-start"); ok {
		return Start, base
	}
	if base, ok := strings.CutSuffix(opcode, "-done"); ok {
		return Done, base
	}
	if base, ok := strings.CutSuffix(opcode, "-update"); ok && base != "" {
		return Update, base
	}
	return NotAsync, ""
}

// IsStart reports whether the instruction begins an asynchronous operation.
func (in *Instruction) IsStart() bool { p, _ := in.Async(); return p == Start }

// IsUpdate reports whether the instruction is in the middle of an asynchronous operation.
func (in *Instruction) IsUpdate() bool { p, _ := in.Async(); return p == Update }

// IsDone reports whether the instruction ends an asynchronous operation.
func (in *Instruction) IsDone() bool { p, _ := in.Async(); return p == Done }

// IsGeneric reports whether the instruction belongs to an operation that is made asynchronous by async-start,
// or by the shorter form OPCODE-start, and has no opcodes of its own for that.
func (in *Instruction) IsGeneric() bool {
	p, base := in.Async()
	return p != NotAsync && base != "send" && base != "recv" && !firstClass[base]
}

// Wrapped returns the opcode that is executed asynchronously: all-gather for all-gather-start, and for
// async-start the opcode of the root of the computation that it calls. It is "" for an instruction that is
// not asynchronous, and for a done whose start is unknown.
func (in *Instruction) Wrapped() string {
	p, base := in.Async()
	if base != "async" || p == NotAsync {
		return base
	}
	if c := in.wrappedComputation(); c != nil {
		return c.Root.Opcode
	}
	return ""
}

// wrappedComputation returns the computation that async-start calls, asked of any part of the chain.
func (in *Instruction) wrappedComputation() *Computation {
	if c := in.CalledAs("calls"); c != nil {
		return c
	}
	if c := in.CalledAs("to_apply"); c != nil && strings.HasPrefix(in.Opcode, "call-") {
		return c
	}
	if s := in.Start(); s != nil && s != in {
		return s.wrappedComputation()
	}
	return nil
}

// Computation returns the computation that async-start calls, asked of any part of the chain; nil for
// operations without one.
func (in *Instruction) Computation() *Computation {
	if !in.IsGeneric() {
		return nil
	}
	return in.wrappedComputation()
}

// AsyncThread returns the execution thread that an asynchronous operation is on: async_execution_thread of
// the instruction or of its start, else execution_thread of the computation that it calls, else "".
func (in *Instruction) AsyncThread() string {
	if a := in.Attribute("async_execution_thread"); a != nil {
		return a.String()
	}
	if s := in.Start(); s != nil && s != in {
		return s.AsyncThread()
	}
	if c := in.Computation(); c != nil {
		return c.Thread()
	}
	return ""
}

// IsSynchronous reports whether the backend configuration of the instruction, or of its start, says
// is_sync: such an operation is complete when its start is.
func (in *Instruction) IsSynchronous() bool {
	if a := in.Attribute("backend_config"); a != nil {
		text := strings.Map(func(r rune) rune {
			if r == '\\' || r < 128 && isBlank(byte(r)) {
				return -1
			}
			return r
		}, a.Text)
		if strings.Contains(text, `"is_sync":true`) {
			return true
		}
	}
	if s := in.Start(); s != nil && s != in {
		return s.IsSynchronous()
	}
	return false
}

// IsGroup reports whether an async-start begins several operations together, as a group of NCCL: those of the
// computation that it calls.
func (in *Instruction) IsGroup() bool {
	_, ok := in.FrontendAttribute("_collectives_group")
	return ok && in.Opcode == "async-start"
}

// chains are the starts of each update and done of a module, and the reverse.
type chains struct {
	starts map[*Instruction][]*Instruction
	dones  map[*Instruction][]*Instruction
}

// Starts returns the starts that an update or a done may belong to. It follows tuples, loops and
// conditionals: a done in the body of a loop whose start is carried has a start in front of the loop and one
// in the body. A start belongs to itself. Other instructions have none.
func (in *Instruction) Starts() []*Instruction {
	return in.Parent.Module.asyncChains().starts[in]
}

// Dones returns the dones that may end a start; each has the start among its Starts.
func (in *Instruction) Dones() []*Instruction {
	return in.Parent.Module.asyncChains().dones[in]
}

// Start returns the first of Starts, nil if there is none.
func (in *Instruction) Start() *Instruction {
	if in.IsStart() {
		return in
	}
	if s := in.Starts(); len(s) > 0 {
		return s[0]
	}
	return nil
}

// asyncChains computes the chains when they are first asked for.
func (m *Module) asyncChains() *chains {
	m.chainsOnce.Do(func() {
		all := &chains{map[*Instruction][]*Instruction{}, map[*Instruction][]*Instruction{}}
		for _, c := range m.all() {
			for _, in := range c.Instructions {
				phase, _ := in.Async()
				switch phase {
				case Start:
					all.starts[in] = []*Instruction{in}
				case Update, Done:
					if len(in.Operands) > 0 {
						all.starts[in] = origins(in.Operands[0])
					}
				}
				if phase == Done {
					for _, s := range all.starts[in] {
						all.dones[s] = append(all.dones[s], in)
					}
				}
			}
		}
		m.chains = all
	})
	return m.chains
}

// place is a part of the value of an instruction: index is a path into tuples, as text.
type place struct {
	in    *Instruction
	index string
}

// maxSteps bounds how far one done is followed, and maxIndex the length of an index.
const maxSteps, maxIndex = 1000, 200

// origins returns the starts whose value an operand has, in textual order of the search.
func origins(operand *Instruction) []*Instruction {
	var found []*Instruction
	seen := map[place]bool{}
	work := []place{{operand, ""}}
	for steps := 0; len(work) > 0 && steps < maxSteps; steps++ {
		at := work[0]
		work = work[1:]
		if seen[at] {
			continue
		}
		seen[at] = true
		if at.in.IsStart() && at.index == "" {
			if !slices.Contains(found, at.in) {
				found = append(found, at.in)
			}
			continue
		}
		work = append(work, sources(at)...)
	}
	return found
}

// sources returns the places whose value a place has.
func sources(at place) []place {
	in := at.in
	switch in.Opcode {
	case "get-tuple-element":
		i, ok := in.Attribute("index").Int()
		if ok && len(in.Operands) == 1 && len(at.index) < maxIndex {
			return []place{{in.Operands[0], strconv.FormatInt(i, 10) + "," + at.index}}
		}
	case "tuple":
		first, rest, _ := strings.Cut(at.index, ",")
		if i, ok := number(first); ok && i >= 0 && i < int64(len(in.Operands)) {
			return []place{{in.Operands[i], rest}}
		}
	case "opt-barrier", "copy", "bitcast", "domain", "add-dependency":
		if len(in.Operands) > 0 {
			return []place{{in.Operands[0], at.index}}
		}
	case "while":
		return append(operandPlace(in, 0, at.index), rootPlace(in.CalledAs("body"), at.index)...)
	case "conditional", "call":
		var all []place
		for _, c := range in.Called() {
			all = append(all, rootPlace(c.Computation, at.index)...)
		}
		return all
	case "parameter":
		return argumentPlaces(in, at.index)
	default:
		if in.IsUpdate() && at.index == "" {
			return operandPlace(in, 0, "")
		}
	}
	return nil
}

func operandPlace(in *Instruction, i int, index string) []place {
	if i < len(in.Operands) {
		return []place{{in.Operands[i], index}}
	}
	return nil
}

func rootPlace(c *Computation, index string) []place {
	if c == nil {
		return nil
	}
	return []place{{c.Root, index}}
}

// argumentPlaces returns what the callers of a computation pass for a parameter.
func argumentPlaces(p *Instruction, index string) []place {
	n, ok := p.ParameterNumber()
	if !ok {
		return nil
	}
	var all []place
	for _, caller := range p.Parent.Callers {
		for _, call := range caller.Called() {
			if call.Computation != p.Parent {
				continue
			}
			switch {
			case caller.Opcode == "while" && n == 0:
				all = append(all, operandPlace(caller, 0, index)...)
				all = append(all, rootPlace(caller.CalledAs("body"), index)...)
			case caller.Opcode == "call":
				all = append(all, operandPlace(caller, int(min(n, 1<<30)), index)...)
			case caller.Opcode == "conditional" && n == 0:
				all = append(all, operandPlace(caller, branch(caller, call.Computation)+1, index)...)
			}
		}
	}
	return all
}

// branch returns the number of a computation among the branches of a conditional.
func branch(in *Instruction, c *Computation) int {
	for i, call := range in.Called() {
		if call.Computation == c {
			return i
		}
	}
	return -1
}
