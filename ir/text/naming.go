package text

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// naming gives names to values and blocks. The values of a region get their names together, when printing of
// its operation begins. Numbers and names in a nested region continue after those of the whole region around
// it. All regions of one operation begin with the same numbers.
//
// In the generic form, as in MLIR, all values are named together, and no number is used twice.
type naming struct {
	generic bool
	ids     numbers // a number, firstArg + i for %argi, or ^i for named[i]
	named   []string
	used    map[string]bool
	usedLog []string
	// for an operation with several groups of results, the number of the first result of each group
	groups   map[*ir.Op][]int
	blocks   labels                     // the labels of blocks in regions with several blocks
	siblings map[*ir.Region]regionNames // for each region of an operation with several regions

	next counters

	setName func(v *ir.Value, name string) // passed to ResultNames and BlockArgNames of definitions
	group   []int                          // the named results of the current operation
	buf     []byte
}

// firstArg is the id of %arg0. The arguments have the numbers up to next.arg, so their names need not be
// recorded as used.
const firstArg = 1 << 30

// counters holds the next free numbers.
type counters struct{ value, arg, conflict int32 }

// regionNames holds the counters and used names at the start of a region that is not being printed at the
// moment.
type regionNames struct {
	next counters
	used []string
}

// label holds the facts that are printed about a block.
type label struct {
	number int32
	preds  []*label
	sole   [1]*label // memory for preds, since most blocks have one predecessor
}

// precede records that the block of from branches to the block of l.
func (l *label) precede(from *label) {
	if l.preds == nil {
		l.preds = l.sole[:0]
	}
	l.preds = append(l.preds, from)
}

// scope holds the values to which leaveOp and leaveRegion reset the naming.
type scope struct {
	next        counters
	used, named int
	outermost   bool
}

func newNaming(generic bool) naming {
	return naming{
		generic:  generic,
		ids:      newNumbers(false),
		used:     map[string]bool{},
		groups:   map[*ir.Op][]int{},
		blocks:   newLabels(false),
		siblings: map[*ir.Region]regionNames{},
	}
}

// enterOp names the values that the regions of an operation define.
func (n *naming) enterOp(op *ir.Op) scope {
	s := scope{n.next, len(n.usedLog), len(n.named), n.ids.len() == 0}
	if n.generic {
		return s
	}
	regions := op.Regions()
	if len(regions) == 1 {
		n.nameRegion(regions[0])
		return s
	}
	for _, r := range regions {
		n.nameRegion(r)
		n.siblings[r] = regionNames{n.next, slices.Clone(n.usedLog[s.used:])}
		n.next = s.next
		n.forget(s.used)
	}
	return s
}

// leaveOp removes the names of the regions of an operation. The numbers of their values stay in the table
// until the outermost operation is left. They do no harm, because no operation outside uses these values.
func (n *naming) leaveOp(op *ir.Op, s scope) {
	if n.generic {
		return
	}
	n.next = s.next
	n.forget(s.used)
	n.named = n.named[:s.named]
	if op.NumRegions() > 1 {
		for _, r := range op.Regions() {
			delete(n.siblings, r)
		}
	}
	if !s.outermost {
		return
	}
	const small = 1 << 10
	large := n.ids.len() > small
	n.ids.clear(large)
	n.blocks.clear(large)
	if len(n.groups) > 0 {
		clear(n.groups)
	}
}

// enterRegion restores the used names of one of several sibling regions.
func (n *naming) enterRegion(r *ir.Region) scope {
	s := scope{next: n.next, used: len(n.usedLog)}
	if names, ok := n.siblings[r]; ok {
		n.next = names.next
		for _, name := range names.used {
			n.use(name)
		}
	}
	return s
}

func (n *naming) leaveRegion(s scope) {
	n.next = s.next
	n.forget(s.used)
}

func (n *naming) use(name string) {
	n.used[name] = true
	n.usedLog = append(n.usedLog, name)
}

// forget removes the used names that were added since the log had this length.
func (n *naming) forget(length int) {
	for _, name := range n.usedLog[length:] {
		delete(n.used, name)
	}
	n.usedLog = n.usedLog[:length]
}

// nameRegion names the arguments, results and blocks of a region, without those of nested regions.
func (n *naming) nameRegion(r *ir.Region) {
	if op := r.Op(); op != nil && !n.generic && op.Def().BlockArgNames != nil {
		op.Def().BlockArgNames(op, func(v *ir.Value, name string) {
			if v.Owner() != nil && v.Owner().Region() == r {
				n.setValue(v, name)
			}
		})
	}
	blocks := r.Blocks()
	n.ids.grow(blocks)
	if len(blocks) > 1 ||
		len(blocks) == 1 && blocks[0].Last() != nil && blocks[0].Last().NumSuccessors() > 0 {
		n.numberBlocks(blocks)
	}
	for i, b := range blocks {
		n.nameArgs(b, i == 0)
		for op := b.First(); op != nil; op = op.Next() {
			if op.NumResults() > 0 {
				n.nameResults(op)
			}
		}
	}
}

// nameAll names all values in an operation for the generic form. It takes the regions of operations in a
// region from the last to the first, and finishes each region with all regions nested in it before the next
// one.
func (n *naming) nameAll(op *ir.Op) {
	n.nameResults(op)
	stack := slices.Clone(op.Regions())
	for len(stack) > 0 {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n.nameRegion(r)
		for _, b := range r.Blocks() {
			for op := b.First(); op != nil; op = op.Next() {
				stack = append(stack, op.Regions()...)
			}
		}
	}
}

func (n *naming) numberBlocks(blocks []*ir.Block) {
	labels := make([]label, len(blocks))
	for i, b := range blocks {
		labels[i].number = int32(i)
		if l := n.blocks.get(b); l != nil { // operations that were named before branch into the region
			labels[i].preds = l.preds
		}
		n.blocks.set(b, &labels[i])
	}
	for i, b := range blocks {
		if last := b.Last(); last != nil {
			for _, s := range last.Successors() {
				n.labelOf(s).precede(&labels[i])
			}
		}
	}
}

// labelOf returns the label of a block. In an invalid program the block may belong to another region; then
// labelOf makes a label.
func (n *naming) labelOf(b *ir.Block) *label {
	l := n.blocks.get(b)
	if l == nil {
		l = &label{}
		n.blocks.set(b, l)
	}
	return l
}

// preceded reports whether a block that branches to b was recorded.
func (n *naming) preceded(b *ir.Block) bool {
	l := n.blocks.get(b)
	return l != nil && len(l.preds) > 0
}

func (n *naming) nameArgs(b *ir.Block, entry bool) {
	for _, a := range b.Args() {
		if _, done := n.ids.get(a); done {
			continue
		}
		if entry {
			n.nameArg(a)
		} else {
			n.setValue(a, "")
		}
	}
}

// nameArg names an argument by the next number.
func (n *naming) nameArg(a *ir.Value) {
	if len(n.used) > 0 {
		n.buf = strconv.AppendInt(append(n.buf[:0], argStem...), int64(n.next.arg), 10)
	}
	if len(n.used) > 0 && n.used[string(n.buf)] {
		n.setValue(a, string(n.buf))
	} else {
		n.ids.set(a, firstArg+n.next.arg)
	}
	n.next.arg++
}

const argStem = "arg"

// isArg reports whether a name has the form of the name of an argument.
func (n *naming) isArg(name string) bool {
	digits, ok := strings.CutPrefix(name, argStem)
	if !ok || digits == "" || digits[0] == '0' && len(digits) > 1 || classes[digits[0]]&digit == 0 {
		return false
	}
	number, err := strconv.ParseInt(digits, 10, 32)
	return err == nil && int32(number) < n.next.arg
}

// isTaken reports whether a value has the name.
func (n *naming) isTaken(name string) bool { return n.used[name] || n.isArg(name) }

// nameResults names the results of an operation as its definition suggests. Otherwise all results together
// get one number.
func (n *naming) nameResults(op *ir.Op) {
	if op.NumResults() == 0 {
		return
	}
	first := op.Result(0)
	if suggest := op.Def().ResultNames; suggest != nil && !n.generic {
		if n.setName == nil {
			n.setName = n.setResult
		}
		n.group = append(n.group[:0], 0)
		suggest(op, n.setName)
		if len(n.group) > 1 {
			slices.Sort(n.group)
			n.groups[op] = slices.Clone(n.group)
		}
		if _, named := n.ids.get(first); named {
			return
		}
	}
	n.ids.set(first, n.next.value)
	n.next.value++
}

func (n *naming) setResult(v *ir.Value, name string) {
	n.setValue(v, name)
	if v.Index() > 0 {
		n.group = append(n.group, v.Index())
	}
}

// setValue gives a value a name, or a number when name is empty.
func (n *naming) setValue(v *ir.Value, name string) {
	if name == "" {
		n.ids.set(v, n.next.value)
		n.next.value++
		return
	}
	name = n.unique(sanitize(name))
	n.ids.set(v, ^int32(len(n.named)))
	n.named = append(n.named, name)
}

// unique returns the name, followed by a number if the name is already used.
func (n *naming) unique(name string) string {
	if n.isTaken(name) {
		n.buf = append(append(n.buf[:0], name...), '_')
		stem := len(n.buf)
		for {
			n.buf = strconv.AppendInt(n.buf[:stem], int64(n.next.conflict), 10)
			n.next.conflict++
			if !n.used[string(n.buf)] {
				break
			}
		}
		name = string(n.buf)
	}
	n.use(name)
	return name
}

// sanitize returns a name that can follow %: it contains only letters, digits and $._-, and is not a number.
func sanitize(name string) string {
	ok := classes[name[0]]&digit == 0
	for i := 0; ok && i < len(name); i++ {
		ok = classes[name[i]]&suffixPart != 0
	}
	if ok && classes[name[len(name)-1]]&digit != 0 || ok {
		return name
	}
	const hex = "0123456789ABCDEF"
	var out []byte
	if classes[name[0]]&digit != 0 {
		out = append(out, '_')
	}
	for i := range len(name) {
		switch c := name[i]; {
		case classes[c]&suffixPart != 0:
			out = append(out, c)
		case c == ' ':
			out = append(out, '_')
		default:
			out = append(out, hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}

// nameAround names the values that are visible at the operation to print, and puts the printer in the state
// in which it would print the operation's region.
func (p *printer) nameAround(op *ir.Op) {
	root := op
	var path []*ir.Region // from the innermost outwards
	for root.Block() != nil && root.Block().Region() != nil {
		r := root.Block().Region()
		path = append(path, r)
		if r.Op() == nil {
			break
		}
		root = r.Op()
	}
	switch {
	case p.generic:
		p.nameAll(root)
	case len(path) == 0 || path[len(path)-1].Op() != nil:
		p.nameResults(root)
	}
	for _, r := range slices.Backward(path) {
		parent := r.Op()
		if parent == nil {
			p.nameRegion(r)
			continue
		}
		p.enterOp(parent)
		p.enterRegion(r)
		p.dialect = parent.Def().DefaultDialect
	}
}

// appendName appends the name of a value. For a result in a group, this is the name of the group.
func (n *naming) appendName(dst []byte, v *ir.Value) []byte {
	id, ok := n.ids.get(v)
	switch {
	case !ok:
		return append(dst, "<<UNKNOWN SSA VALUE>>"...)
	case uint32(id) < 10: // most names are short
		return append(dst, '%', byte('0'+id))
	case uint32(id) < 100:
		return append(dst, '%', byte('0'+id/10), byte('0'+id%10))
	case id < 0:
		return append(append(dst, '%'), n.named[^id]...)
	case id >= firstArg:
		return appendNumber(append(dst, "%"+argStem...), id-firstArg)
	}
	return appendNumber(append(dst, '%'), id)
}

// appendNumber appends a number that is not negative. It is faster than strconv for numbers of few digits.
func appendNumber(dst []byte, n int32) []byte {
	switch {
	case n < 10:
		return append(dst, byte('0'+n))
	case n < 100:
		return append(dst, byte('0'+n/10), byte('0'+n%10))
	case n < 1000:
		return append(dst, byte('0'+n/100), byte('0'+n/10%10), byte('0'+n%10))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}

// appendUse appends the name of a value and, in a group, its number in the group.
func (n *naming) appendUse(dst []byte, v *ir.Value) []byte {
	if v == nil {
		return append(dst, "<<NULL VALUE>>"...)
	}
	op := v.DefiningOp()
	if op == nil || op.NumResults() == 1 {
		return n.appendName(dst, v)
	}
	first, next := 0, op.NumResults()
	for _, g := range n.groups[op] {
		if g > v.Index() {
			next = g
			break
		}
		first = g
	}
	dst = n.appendName(dst, op.Result(first))
	if next-first == 1 {
		return dst
	}
	return strconv.AppendInt(append(dst, '#'), int64(v.Index()-first), 10)
}
