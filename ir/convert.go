package ir

// ConvertOps applies patterns to the operations in op, each operation once and
// outer ones first, and to what the patterns make, at once. With fold, it
// tries to fold an operation that a pattern applies to before. Nothing else is
// folded or erased: this is the driver of lowerings. It returns how often each
// pattern fired, by name.
//
// The arena, which may be nil, holds what is made.
func ConvertOps(op *Op, patterns []Pattern, fold bool, arena *Arena) map[string]int {
	c := &converter{byRoot: map[string][]*Pattern{}, fold: fold, fired: map[string]int{}}
	for i := range patterns {
		root := patterns[i].Root
		c.byRoot[root] = append(c.byRoot[root], &patterns[i])
	}
	c.rw = &Rewriter{Builder: NewBuilder(op.ctx), onErase: c.erasing}
	c.rw.Arena = arena
	c.rw.OnInsert(func(op *Op) { c.made = append(c.made, op) })
	var todo []*Op
	for inner := range op.Walk() {
		if inner != op && c.patternsOf(inner.def) != nil {
			todo = append(todo, inner)
		}
	}
	for _, inner := range todo {
		c.convert(inner)
	}
	return c.fired
}

// converter is the state of ConvertOps.
type converter struct {
	byRoot map[string][]*Pattern
	fold   bool
	fired  map[string]int
	recent [64]recentRoot // of these, by the number of the definition
	rw     *Rewriter
	made   []*Op // by the patterns being applied, each behind what those around it made
}

// recentRoot is what was found for a definition.
type recentRoot struct {
	def      *OpDef
	patterns []*Pattern
}

// patternsOf returns the patterns for operations that def describes.
func (c *converter) patternsOf(def *OpDef) []*Pattern {
	r := &c.recent[def.Number()%len(c.recent)]
	if r.def != def {
		*r = recentRoot{def, c.byRoot[def.Name]}
	}
	return r.patterns
}

func (c *converter) erasing(op *Op) {
	for inner := range op.Walk() {
		inner.SetReplaced()
	}
}

func (c *converter) convert(op *Op) {
	patterns := c.patternsOf(op.def)
	if patterns == nil || op.replaced || c.fold && c.folded(op) {
		return
	}
	before := len(c.made)
	for _, p := range patterns {
		c.made = c.made[:before]
		c.rw.SetBefore(op)
		c.rw.Loc = op.loc
		if !p.Rewrite(op, c.rw) {
			continue
		}
		c.fired[p.Name]++
		for i, end := before, len(c.made); i < end; i++ {
			c.convert(c.made[i])
		}
		c.made = c.made[:before]
		return
	}
}

func (c *converter) folded(op *Op) bool {
	folded := Fold(op)
	if len(folded) == 0 {
		return false
	}
	c.rw.SetBefore(op)
	vs := c.rw.Materialize(op, folded)
	if vs == nil {
		return false
	}
	c.rw.Replace(op, vs...)
	return true
}
