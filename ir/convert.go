package ir

// ConvertOps applies patterns to the operations in op; see Converter. It returns how often each pattern
// fired, by name. The arena, which may be nil, gives the memory of new operations.
func ConvertOps(op *Op, patterns []Pattern, fold bool, arena *Arena) map[string]int {
	c := NewConverter(op.ctx, patterns, fold, arena)
	c.Convert(op)
	return c.Fired()
}

// Converter is the driver of lowerings. It applies patterns to the operations in another operation, each
// operation once and outer operations first, and at once to the operations that a pattern makes. With fold,
// it tries to fold an operation before it applies a pattern to it. Nothing else is folded or erased.
type Converter struct {
	patterns []counted
	byRoot   map[string][]*counted
	fold     bool
	backward bool // a pattern divides blocks
	folder   Folder
	recent   [64]recentRoot // of byRoot, by the number of the definition
	rw       *Rewriter
	todo     []*Op
	// made holds operations that the patterns being applied have made. Those of an inner pattern stand behind
	// those of the outer one.
	made []*Op
}

// counted is a pattern and how often it has fired.
type counted struct {
	*Pattern
	fired int
}

// recentRoot remembers the patterns that were found for a definition.
type recentRoot struct {
	def      *OpDef
	patterns []*counted
}

// NewConverter returns a converter that makes operations in an arena, which may be nil.
func NewConverter(ctx *Context, patterns []Pattern, fold bool, arena *Arena) *Converter {
	c := &Converter{patterns: make([]counted, len(patterns)), byRoot: map[string][]*counted{}, fold: fold}
	for i := range patterns {
		c.patterns[i].Pattern = &patterns[i]
		c.backward = c.backward || patterns[i].Divides
		root := patterns[i].Root
		c.byRoot[root] = append(c.byRoot[root], &c.patterns[i])
	}
	c.rw = &Rewriter{Builder: NewBuilder(ctx), onErase: c.erasing}
	c.rw.Arena = arena
	c.rw.OnInsert(func(op *Op) { c.made = append(c.made, op) })
	return c
}

// Convert converts the operations in op.
func (c *Converter) Convert(op *Op) {
	c.todo = c.todo[:0]
	c.collect(op)
	for _, inner := range c.todo {
		c.convert(inner)
	}
}

// Fired returns how often each pattern has fired, by name.
func (c *Converter) Fired() map[string]int {
	fired := map[string]int{}
	for _, p := range c.patterns {
		if p.fired > 0 {
			fired[p.Name] += p.fired
		}
	}
	return fired
}

// collect lists the operations in op that have patterns, outer operations first. If some pattern divides
// blocks, the last operation of a block comes first: then each operation moves to another block at most once,
// however many operations divide the block in front of it.
func (c *Converter) collect(op *Op) {
	for _, r := range op.regions {
		for _, b := range r.Blocks() {
			if c.backward {
				for inner := b.last; inner != nil; inner = inner.prev {
					c.collectOne(inner)
				}
				continue
			}
			for inner := b.first; inner != nil; inner = inner.next {
				c.collectOne(inner)
			}
		}
	}
}

func (c *Converter) collectOne(op *Op) {
	if c.patternsOf(op.def) != nil {
		c.todo = append(c.todo, op)
	}
	if len(op.regions) > 0 {
		c.collect(op)
	}
}

// patternsOf returns the patterns whose root is def.
func (c *Converter) patternsOf(def *OpDef) []*counted {
	r := &c.recent[def.Number()%len(c.recent)]
	if r.def != def {
		*r = recentRoot{def, c.byRoot[def.Name]}
	}
	return r.patterns
}

func (c *Converter) erasing(op *Op) {
	for inner := range op.Walk() {
		inner.SetReplaced()
	}
}

func (c *Converter) convert(op *Op) {
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
		p.fired++
		for i, end := before, len(c.made); i < end; i++ {
			c.convert(c.made[i])
		}
		c.made = c.made[:before]
		return
	}
}

func (c *Converter) folded(op *Op) bool {
	folded := c.folder.Fold(op)
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
