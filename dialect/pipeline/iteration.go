package pipeline

import "github.com/inflight-compiler/inflight/ir"

// The metadata of a location: the iteration of an instance of a statement, and the part of the pipelined loop
// in which a wait stands.
const (
	iterationKey = "pipeline.iteration"
	relativeKey  = "pipeline.relative"
	partKey      = "pipeline.part"
)

// InIteration returns loc with the remark that the operation there is the instance of a statement of a
// pipelined loop, for one iteration. The iteration is that number or, if relative is set, so many iterations
// after that of the innermost loop around the operation. Debuggers and timelines read locations; nothing else
// depends on the remark.
func InIteration(c *ir.Context, loc ir.Location, iteration int64, relative bool) ir.Location {
	entries := []ir.NamedAttr{{Name: iterationKey, Value: c.Int(c.I64, iteration)}}
	if relative {
		entries = append(entries, ir.NamedAttr{Name: relativeKey, Value: c.Unit})
	}
	return c.FusedLoc(c.Dict(entries), []ir.Location{loc})
}

// IterationOf returns the iteration that InIteration remarked in the location of an operation.
func IterationOf(op *ir.Op) (iteration int64, relative, ok bool) {
	remarks := remarksOf(op.Loc())
	if remarks == nil {
		return 0, false, false
	}
	n, ok := remarks.Get(iterationKey).(*ir.IntegerAttr)
	if !ok {
		return 0, false, false
	}
	return n.Value, remarks.Get(relativeKey) != nil, true
}

// ForgetIteration removes the remark of InIteration from the location of an operation.
func ForgetIteration(op *ir.Op) {
	if _, _, ok := IterationOf(op); !ok {
		return
	}
	part, loc := PartOf(op), op.Loc().(*ir.FusedLoc).Locs[0]
	if part != "" {
		loc = InPart(op.Context(), loc, part)
	}
	op.SetLoc(loc)
}

// The parts of a pipelined loop.
const (
	Prologue = "prologue"
	Body     = "body"
	Epilogue = "epilogue"
)

// InPart returns loc with the remark that the wait there stands in a part of a pipelined loop. A pass that
// makes another wait of it keeps the remark with the location. The remark is printed and read with locations.
func InPart(c *ir.Context, loc ir.Location, part string) ir.Location {
	entries := []ir.NamedAttr{{Name: partKey, Value: c.String(part)}}
	locs := []ir.Location{loc}
	if remarks := remarksOf(loc); remarks != nil {
		for _, e := range remarks.Entries {
			if e.Name != partKey {
				entries = append(entries, e)
			}
		}
		locs = loc.(*ir.FusedLoc).Locs
	}
	return c.FusedLoc(c.Dict(entries), locs)
}

// PartOf returns the part of the innermost pipelined loop that the location of an operation names, "" if the
// location names none.
func PartOf(op *ir.Op) string {
	if remarks := remarksOf(op.Loc()); remarks != nil {
		if part, ok := remarks.Get(partKey).(*ir.StringAttr); ok {
			return part.Value
		}
	}
	return ""
}

// remarksOf returns the remarks of this dialect that a location has, nil if it has none.
func remarksOf(loc ir.Location) *ir.DictAttr {
	fused, _ := loc.(*ir.FusedLoc)
	if fused == nil {
		return nil
	}
	remarks, _ := fused.Metadata.(*ir.DictAttr)
	if remarks == nil || remarks.Get(iterationKey) == nil && remarks.Get(partKey) == nil {
		return nil
	}
	return remarks
}
