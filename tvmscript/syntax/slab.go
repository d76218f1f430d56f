package syntax

// slab allocates nodes of one type in chunks. Single allocations would take most of the time of parsing.
type slab[T any] struct {
	free []T
	size int
}

const (
	firstChunk = 16
	lastChunk  = 512
)

// new returns a zero node.
func (s *slab[T]) new() *T {
	if len(s.free) == 0 {
		s.size = min(max(firstChunk, s.size*2), lastChunk)
		s.free = make([]T, s.size)
	}
	x := &s.free[0]
	s.free = s.free[1:]
	return x
}

// list returns a copy of elems without spare capacity.
func (s *slab[T]) list(elems []T) []T {
	n := len(elems)
	if n == 0 {
		return nil
	}
	if n > len(s.free) {
		s.size = min(max(firstChunk, s.size*2), lastChunk)
		s.free = make([]T, max(n, s.size))
	}
	list := s.free[:n:n]
	s.free = s.free[n:]
	copy(list, elems)
	return list
}

// slabs has slabs for the types of nodes that are frequent in programs.
type slabs struct {
	names      slab[Name]
	ints       slab[Int]
	strs       slab[Str]
	attributes slab[Attribute]
	calls      slab[Call]
	args       slab[Arg]
	argLists   slab[*Arg]
	subscripts slab[Subscript]
	binaries   slab[Binary]
	compares   slab[Compare]
	tuples     slab[Tuple]
	exprLists  slab[Expr]
	stmtLists  slab[Stmt]
	assigns    slab[Assign]
	exprStmts  slab[ExprStmt]
}

// takeExprs pops the expressions that were pushed on the stack since it had the height mark, and returns
// them.
func (p *parser) takeExprs(mark int) []Expr {
	list := p.slabs.exprLists.list(p.exprs[mark:])
	p.exprs = p.exprs[:mark]
	return list
}

// takeStmts is takeExprs for statements.
func (p *parser) takeStmts(mark int) []Stmt {
	list := p.slabs.stmtLists.list(p.stmts[mark:])
	p.stmts = p.stmts[:mark]
	return list
}
