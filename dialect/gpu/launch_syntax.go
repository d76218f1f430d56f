package gpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// launchParser holds the parts of a launch that are parsed already.
type launchParser struct {
	ir.OpParser
	state    *ir.OpState
	clusters bool
	sizes    [9]ir.UnresolvedOperand  // of grid, block and cluster
	names    [18]ir.UnresolvedOperand // of the arguments, by groups of three
	segments [11]int64
}

// parseLaunch parses [async] [[%token, ...]] [clusters S] blocks S threads S [dynamic_shared_memory_size %n]
// [module(@m)] [function(@f)] [workgroup(...)] [private(...)] { body } {attrs}, where S is
// (%idx, %idy, %idz) in (%x = %sx, %y = %sy, %z = %sz).
func parseLaunch(p ir.OpParser, s *ir.OpState) error {
	l := &launchParser{OpParser: p, state: s, segments: [11]int64{0, 1, 1, 1, 1, 1, 1}}
	for _, step := range []func() error{l.dependencies, l.grid, l.resolveSizes, l.sharedMemory, l.kernelName,
		l.body} {
		if err := step(); err != nil {
			return err
		}
	}
	s.Attrs = append(s.Attrs,
		ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: p.Context().I32Array(l.segments[:]...)})
	return nil
}

func (l *launchParser) dependencies() error {
	async, tokens, err := dependencyList(l)
	if err != nil {
		return err
	}
	t := TokenType(l.Context())
	for _, name := range tokens {
		v, err := l.Resolve(name, t)
		if err != nil {
			return err
		}
		l.state.Operands = append(l.state.Operands, v)
	}
	l.segments[0] = int64(len(tokens))
	if async {
		l.state.Results = append(l.state.Results, t)
	}
	return nil
}

func (l *launchParser) grid() error {
	if l.TryKeyword("clusters") {
		l.clusters = true
		copy(l.segments[clusterOperands:], []int64{1, 1, 1})
		if err := l.assignment(6, clusterIDs, clusterSizes); err != nil {
			return err
		}
	}
	if err := l.Keyword("blocks"); err != nil {
		return err
	}
	if err := l.assignment(0, blockIDs, gridSizes); err != nil {
		return err
	}
	if err := l.Keyword("threads"); err != nil {
		return err
	}
	return l.assignment(3, threadIDs, blockSizes)
}

// assignment parses (%idx, %idy, %idz) in (%x = %sx, %y = %sy, %z = %sz): the names of two groups of
// arguments, and the sizes, which are stored from index first on.
func (l *launchParser) assignment(first, ids, args int) error {
	if err := l.Punct("("); err != nil {
		return err
	}
	for i := range 3 {
		if err := l.element(i, &l.names[3*ids+i]); err != nil {
			return err
		}
	}
	for _, step := range []func() error{
		func() error { return l.Punct(")") }, func() error { return l.Keyword("in") }, func() error {
			return l.Punct("(")
		},
	} {
		if err := step(); err != nil {
			return err
		}
	}
	for i := range 3 {
		if err := l.element(i, &l.names[3*args+i]); err != nil {
			return err
		}
		if err := l.Punct("="); err != nil {
			return err
		}
		if err := l.element(0, &l.sizes[first+i]); err != nil {
			return err
		}
	}
	return l.Punct(")")
}

// element parses a name, behind a comma unless it is the first.
func (l *launchParser) element(i int, name *ir.UnresolvedOperand) (err error) {
	if i > 0 {
		if err := l.Punct(","); err != nil {
			return err
		}
	}
	*name, err = l.Operand()
	return err
}

func (l *launchParser) resolveSizes() error {
	n := 6
	if l.clusters {
		n = 9
	}
	for _, name := range l.sizes[:n] {
		v, err := l.Resolve(name, l.Context().Index)
		if err != nil {
			return err
		}
		l.state.Operands = append(l.state.Operands, v)
	}
	return nil
}

func (l *launchParser) sharedMemory() error {
	if !l.TryKeyword("dynamic_shared_memory_size") {
		return nil
	}
	name, err := l.Operand()
	if err != nil {
		return err
	}
	v, err := l.Resolve(name, l.Context().I32)
	l.state.Operands = append(l.state.Operands, v)
	l.segments[dynamicShared] = 1
	return err
}

func (l *launchParser) kernelName() error {
	for _, attr := range []string{"module", "function"} {
		if !l.TryKeyword(attr) {
			continue
		}
		if err := l.Punct("("); err != nil {
			return err
		}
		name, err := l.SymbolName()
		if err != nil {
			return err
		}
		l.state.Attrs = append(l.state.Attrs, ir.NamedAttr{Name: attr, Value: l.Context().SymbolRef(name)})
		if err := l.Punct(")"); err != nil {
			return err
		}
	}
	return nil
}

func (l *launchParser) body() error {
	n := 12
	if l.clusters {
		n = 18
	}
	args := make([]ir.RegionArg, n)
	for i := range args {
		args[i] = ir.RegionArg{Operand: l.names[i], Type: l.Context().Index}
	}
	workgroup, err := parseAttributions(l, "workgroup")
	if err != nil {
		return err
	}
	private, err := parseAttributions(l, "private")
	if err != nil {
		return err
	}
	count := l.Context().Int(l.Context().I64, int64(len(workgroup)))
	l.state.Attrs = append(l.state.Attrs, ir.NamedAttr{Name: attributionCount, Value: count})
	body, err := l.Region(append(append(args, workgroup...), private...), false)
	if err != nil {
		return err
	}
	l.state.Regions = append(l.state.Regions, body)
	return l.AttrDict(l.state)
}

// parseAttributions parses [keyword(%name: type, ...)].
func parseAttributions(p ir.OpParser, keyword string) ([]ir.RegionArg, error) {
	if !p.TryKeyword(keyword) {
		return nil, nil
	}
	return p.RegionArgList("(", true)
}

func printLaunch(p ir.OpPrinter, op *ir.Op) {
	if asyncToken(op) != nil || len(op.OperandsOf(0)) > 0 {
		p.Write(" ")
		printDependencies(p, op)
	}
	if HasClusters(op) {
		printAssignment(p, " clusters", ClusterIDs(op), ClusterSizes(op), ClusterSize(op))
	}
	printAssignment(p, " blocks", BlockIDs(op), GridSizes(op), GridSize(op))
	printAssignment(p, " threads", ThreadIDs(op), BlockSizes(op), BlockSize(op))
	if size := DynamicSharedMemorySize(op); size != nil {
		p.Write(" dynamic_shared_memory_size ")
		p.Operand(size)
	}
	for _, name := range []string{"module", "function"} {
		if ref, ok := op.Attr(name).(*ir.SymbolRefAttr); ok {
			p.Write(" " + name + "(")
			p.Symbol(ref.Root)
			p.Write(")")
		}
	}
	workgroup, private := attributions(op)
	printAttributions(p, " workgroup(", workgroup, nil)
	printAttributions(p, " private(", private, nil)
	p.Write(" ")
	p.Region(op.Region(0), false, true)
	p.AttrDict(op, constraint.OperandSegmentSize.Name, attributionCount, "module", "function")
}

func printAssignment(p ir.OpPrinter, keyword string, ids, args []*ir.Value, sizes [3]*ir.Value) {
	p.Write(keyword + "(")
	p.Operands(ids)
	p.Write(") in (")
	for i, arg := range args {
		if i > 0 {
			p.Write(", ")
		}
		p.Operand(arg)
		p.Write(" = ")
		p.Operand(sizes[i])
	}
	p.Write(")")
}

// printAttributions prints keyword%name : type {attrs}, ...), or nothing if there is no memory.
func printAttributions(p ir.OpPrinter, keyword string, memory []*ir.Value, attrs []*ir.DictAttr) {
	if len(memory) == 0 {
		return
	}
	p.Write(keyword)
	for i, v := range memory {
		if i > 0 {
			p.Write(", ")
		}
		p.Operand(v)
		p.Write(" : ")
		p.Type(v.Type())
		if i < len(attrs) && attrs[i] != nil {
			p.Dict(attrs[i].Entries)
		}
	}
	p.Write(")")
}
