package ir

// ConvertOps applies patterns to the operations in op, each operation once and
// outer ones first, and to what the patterns make, at once. With fold, it
// tries to fold an operation that a pattern applies to before. Nothing else is
// folded or erased: this is the driver of lowerings. It returns how often each
// pattern fired, by name.
func ConvertOps(op *Op, patterns []Pattern, fold bool) map[string]int {
	c := &converter{byRoot: map[string][]*Pattern{}, fold: fold, fired: map[string]int{}, erased: map[*Op]bool{}}
	for i := range patterns {
		root := patterns[i].Root
		c.byRoot[root] = append(c.byRoot[root], &patterns[i])
	}
	c.rw = &Rewriter{Builder: NewBuilder(op.ctx), onErase: c.erasing}
	c.rw.OnInsert(func(op *Op) { c.made = append(c.made, op) })
	var todo []*Op
	for inner := range op.Walk() {
		if inner != op && c.byRoot[inner.def.Name] != nil {
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
	erased map[*Op]bool
	rw     *Rewriter
	made   []*Op // by the pattern being applied
}

func (c *converter) erasing(op *Op) {
	for inner := range op.Walk() {
		c.erased[inner] = true
	}
}

func (c *converter) convert(op *Op) {
	patterns := c.byRoot[op.def.Name]
	if patterns == nil || c.erased[op] || c.fold && c.folded(op) {
		return
	}
	for _, p := range patterns {
		c.made = nil
		c.rw.SetBefore(op)
		c.rw.Loc = op.loc
		if !p.Rewrite(op, c.rw) {
			continue
		}
		c.fired[p.Name]++
		made := c.made
		for _, inner := range made {
			c.convert(inner)
		}
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
