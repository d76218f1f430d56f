package form

import "github.com/inflight-compiler/inflight/ir"

// The memory spaces for scopes of GPUs, numbered as in NVVM. Other scopes but "global" are strings.
const (
	sharedSpace = 3
	localSpace  = 5
)

// SpaceAttr returns the memory space of a storage scope, nil for global memory.
func SpaceAttr(c *ir.Context, scope string) ir.Attr {
	switch scope {
	case "", "global":
		return nil
	case "shared":
		return c.Int(c.I64, sharedSpace)
	case "local":
		return c.Int(c.I64, localSpace)
	}
	return c.String(scope)
}

// Scope returns the storage scope of a memory space. ok is false if it has none.
func Scope(space ir.Attr) (string, bool) {
	switch a := space.(type) {
	case nil:
		return "global", true
	case *ir.StringAttr:
		return a.Value, true
	case *ir.IntegerAttr:
		switch a.Value {
		case 0, 1:
			return "global", true
		case sharedSpace:
			return "shared", true
		case localSpace:
			return "local", true
		}
	}
	switch space.String() {
	case "#gpu.address_space<workgroup>":
		return "shared", true
	case "#gpu.address_space<private>":
		return "local", true
	case "#gpu.address_space<global>":
		return "global", true
	}
	return "", false
}
