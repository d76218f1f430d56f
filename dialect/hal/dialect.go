package hal

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the hal dialect.
var Dialect = &ir.Dialect{
	Name:    "hal",
	Partial: true,
	Ops: []*ir.OpDef{
		DeviceQueueBarrier, FenceAwait, FenceCreate, FenceFail, FenceJoin, FenceQuery, FenceSignal,
	},
	Types: []string{
		"buffer", "buffer_view", deviceText, fenceText,
	},
	Completions:   map[string]ir.Completion{fenceText: ir.TokenCompletion},
	AttributeDefs: []*ir.AttributeDef{Affinity, Optimal, Promise},
	OpaqueAttrs:   []string{"device.alias", "device.target", "device.topology", "executable.target"},
}

const (
	deviceText = "device"
	fenceText  = "fence"
)

var codeHAL = diag.Register("verify-hal", "an operation of IREE's hal dialect breaks a rule of its dialect",
	"Flags are a list of the names that the operation has, such as \"None\".")

// FenceType returns !hal.fence: the type of what is signalled when work is complete.
func FenceType(c *ir.Context) ir.Type { return c.OpaqueType("hal", fenceText) }

// IsFence reports whether a type is that of fences.
func IsFence(t ir.Type) bool { return fence.Match(t) }

func opaque(text, summary string) ir.TypeConstraint {
	return ir.TypeConstraint{
		Summary: summary,
		Match: func(t ir.Type) bool {
			o, ok := t.(*ir.OpaqueType)
			return ok && o.Dialect == "hal" && o.Text == text
		},
		Build: func(c *ir.Context) ir.Type { return c.OpaqueType("hal", text) },
	}
}

var (
	fence  = opaque(fenceText, "fence")
	device = opaque(deviceText, "device")
)
