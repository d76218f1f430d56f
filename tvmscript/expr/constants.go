package expr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// Constants is the pool of constants of a function. Each constant stands once, at the beginning of the entry
// block, in the order of first use.
type Constants struct {
	entry *ir.Block
	last  *ir.Op
	known map[ir.Attr]*ir.Value
}

// NewConstants returns the empty pool of a function with that entry block.
func NewConstants(entry *ir.Block) *Constants {
	return &Constants{entry: entry, known: map[ir.Attr]*ir.Value{}}
}

// Get returns the constant with a typed attribute as its value.
func (c *Constants) Get(b *ir.Builder, a ir.Attr) *ir.Value {
	if v, ok := c.known[a]; ok {
		return v
	}
	saved := b.Save()
	if c.last == nil {
		b.SetStart(c.entry)
	} else {
		b.SetAfter(c.last)
	}
	v := arith.NewConstant(b, a)
	b.Restore(saved)
	c.last, c.known[a] = v.DefiningOp(), v
	return v
}

// Last returns the last constant of the function, nil if there is none. The code of the function follows it.
func (c *Constants) Last() *ir.Op { return c.last }
