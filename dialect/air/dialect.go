package air

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the air dialect.
var Dialect = &ir.Dialect{
	Name: "air",
	Ops: []*ir.OpDef{
		Channel, Get, Put, DMA, Execute, ExecuteTerminator, Herd, HerdTerminator, Launch, LaunchTerminator,
		Segment, SegmentTerminator, WaitAll,
	},
	Partial:     true,
	Types:       []string{tokenText, shortTokenText},
	Aliases:     map[string]string{shortTokenText: tokenText},
	Completions: map[string]ir.Completion{tokenText: ir.TokenCompletion},
}

var codeAIR = diag.Register("verify-air", "an operation of the air dialect breaks a rule",
	"The message says which rule. A region of a copy has as many sizes as strides; a channel that "+
		"broadcasts "+
		"has sizes of 1 or of its broadcast_shape; a put or a get names a channel, with one index for each "+
		"of the channel's sizes; memory that a segment allocates is in space 1 (L2) or 2 (L1), and memory "+
		"that a herd allocates, loads or stores in space 2 (L1).")

// tokenText and shortTokenText are the two spellings of the type of tokens: mlir-air's documents announce the
// second one. Both are the same type, which prints as the first.
const (
	tokenText      = "async.token"
	shortTokenText = "token"
)

// TokenType returns !air.async.token: the type of the completion of an operation.
func TokenType(c *ir.Context) ir.Type { return c.OpaqueType("air", tokenText) }

// IsToken reports whether t is !air.async.token.
func IsToken(t ir.Type) bool {
	o, ok := t.(*ir.OpaqueType)
	return ok && o.Dialect == "air" && o.Text == tokenText
}

var (
	token = ir.TypeConstraint{Summary: "async token type", Match: IsToken, Build: TokenType}
	// memory is the constraint on what data is moved from and to.
	memory = ir.TypeConstraint{
		Summary: "ranked or unranked memref of any type values",
		Match:   func(t ir.Type) bool { _, ok := t.(*ir.MemRefType); return ok },
	}
)

// dependencies is the entry of the table of operands with the tokens that an operation starts after. It is
// the first entry of every operation that has one.
var dependencies = ir.OperandDef{Name: "async_dependencies", Type: token, Arity: ir.Variadic}

// asyncToken is the entry of the table of results with the token of an operation. An operation without the
// token blocks until its work is done.
var asyncToken = ir.ResultDef{Name: "async_token", Type: token, Arity: ir.Optional}

// Token returns the token of an operation of the dialect, nil for an operation that blocks.
func Token(op *ir.Op) *ir.Value {
	if op.NumResults() == 0 {
		return nil
	}
	return op.Result(0)
}

// hasToken is the Async field of operations that return at once if they have a token.
func hasToken(op *ir.Op) bool { return op.NumResults() > 0 }

// startsAfter is the AsyncDependencies field of every operation that has dependencies.
func startsAfter(op *ir.Op) []*ir.Value { return op.OperandsOf(0) }

func variadic(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Variadic}
}

func nameToken(op *ir.Op, set func(*ir.Value, string)) {
	if t := Token(op); t != nil {
		set(t, "token")
	}
}

// parseAsync parses [async] [[%token, ...]]. The list may be missing or empty.
func parseAsync(p ir.OpParser, s *ir.OpState) ([]ir.UnresolvedOperand, error) {
	off := p.Off()
	if p.TryKeyword("async") {
		if p.NumNamed() == 0 {
			return nil, p.Errorf(off, "needs to be named when marked 'async'")
		}
		s.Results = append(s.Results, TokenType(p.Context()))
	}
	return parseDependencies(p)
}

// parseDependencies parses [%token, ...]. The list may be missing or empty.
func parseDependencies(p ir.OpParser) ([]ir.UnresolvedOperand, error) {
	if !p.TryPunct("[") || p.TryPunct("]") {
		return nil, nil
	}
	names, err := p.OperandList("")
	if err != nil {
		return nil, err
	}
	return names, p.Punct("]")
}

// printAsync prints what parseAsync reads, with a space in front of each part.
func printAsync(p ir.OpPrinter, op *ir.Op) {
	if Token(op) != nil {
		p.Write(" async")
	}
	printDependencies(p, op)
}

func printDependencies(p ir.OpPrinter, op *ir.Op) {
	if tokens := op.OperandsOf(0); len(tokens) > 0 {
		p.Write(" [")
		p.Operands(tokens)
		p.Write("]")
	}
}

// resolver resolves names to operands, list by list, and notes the sizes of the lists.
type resolver struct {
	p     ir.OpParser
	s     *ir.OpState
	sizes []int64
}

// add resolves the names of one entry of the table of operands, which all have one type.
func (r *resolver) add(names []ir.UnresolvedOperand, t ir.Type) error {
	for _, name := range names {
		v, err := r.p.Resolve(name, t)
		if err != nil {
			return err
		}
		r.s.Operands = append(r.s.Operands, v)
	}
	r.sizes = append(r.sizes, int64(len(names)))
	return nil
}

// finish adds the sizes of the lists to the attributes.
func (r *resolver) finish() {
	r.s.Attrs = append(r.s.Attrs, ir.NamedAttr{Name: constraint.OperandSegmentSize.Name,
		Value: r.p.Context().I32Array(r.sizes...)})
}
