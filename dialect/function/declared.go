package function

import (
	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
)

// AccessAttr is the attribute of an argument of a declaration that says what the function does to the memory
// in it: "none", "read", "write" or "read-write". It is MLIR's, where bufferization asks for it.
const AccessAttr = "bufferization.access"

// ReadNoneAttr is the attribute of a declaration that says that the function accesses no memory.
const ReadNoneAttr = "llvm.readnone"

// Access is what a function does to the memory in an argument.
type Access struct{ Reads, Writes bool }

// Declared returns what a declaration says that the function does to the memory in its arguments: one Access
// for each argument. ok is false if op has a body, or does not say it for each argument that is memory: the
// function may have any effect then.
func Declared(op *ir.Op) (access []Access, ok bool) {
	if op == nil || !op.Is(Func) || op.Body() != nil {
		return nil, false
	}
	inputs := signature.Type(op).Inputs
	access = make([]Access, len(inputs))
	if op.Attr(ReadNoneAttr) != nil {
		return access, true
	}
	dicts, said := signature.Dicts(op, "arg_attrs"), false
	for i, t := range inputs {
		word := ""
		if i < len(dicts) && dicts[i] != nil {
			if s, isText := dicts[i].Get(AccessAttr).(*ir.StringAttr); isText {
				word = s.Value
			}
		}
		switch word {
		case "none":
		case "read":
			access[i].Reads = true
		case "write":
			access[i].Writes = true
		case "read-write":
			access[i] = Access{true, true}
		default:
			if _, isMemory := t.(*ir.MemRefType); isMemory {
				return nil, false
			}
			continue
		}
		said = true
	}
	return access, said
}
