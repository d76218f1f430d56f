package vector

import (
	"cmp"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/internal/indexlist"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/ub"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

func init() {
	Broadcast.Fold = foldBroadcast
	Extract.Fold = foldExtract
	Insert.Fold = foldInsert
	Shuffle.Fold = foldShuffle
	ShapeCast.Fold = foldShapeCast
	BitCast.Fold = foldBitCast
	ToElements.Fold = foldToElements
	FromElements.Fold = foldFromElements
	ConstantMask.Fold = foldConstantMask
	TransferRead.Fold = foldTransferRead
	TransferWrite.Fold = foldTransferWrite
	for _, def := range []*ir.OpDef{Load, Store, MaskedLoad, MaskedStore} {
		def.Fold = foldCasts
	}
}

func toValue(v *ir.Value) []ir.FoldResult { return []ir.FoldResult{{Value: v}} }

func toAttr(a ir.Attr) []ir.FoldResult {
	if a == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: a}}
}

// foldCasts replaces the memref of an access by the source of its cast.
func foldCasts(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	changed := false
	for i := range op.NumOperands() {
		cast := op.Operand(i).DefinedBy(memref.Cast)
		if cast != nil && cast.Operand(0).Type().(*ir.MemRefType).Ranked {
			op.SetOperand(i, cast.Operand(0))
			changed = true
		}
	}
	if changed {
		return ir.FoldedInPlace
	}
	return nil
}

func foldBroadcast(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	to := vectorType(op.Result(0))
	if op.Operand(0).Type() == ir.Type(to) {
		return toValue(op.Operand(0))
	}
	if ub.IsPoison(consts[0]) {
		return toAttr(consts[0])
	}
	if data, ok := ir.NumberBytes(consts[0]); ok && to.Scalable == nil {
		return toAttr(op.Context().Dense(to, data, true))
	}
	if d, ok := denseVector(consts[0]); ok && d.Splat && to.Scalable == nil {
		return toAttr(op.Context().Dense(to, d.Data, true))
	}
	return nil
}

// ---- extract and insert ----

// foldPosition moves constants of a position into its static part.
func foldPosition(op *ir.Op) bool {
	position := Position(op)
	t := vectorType(op.Operand(indexlist.Entry(op.Def()) - 1))
	changed := false
	for d, at := range position {
		if at.Value == nil {
			continue
		}
		if n, ok := ir.ConstInt(at.Value); ok && (n == Poison || n >= 0 && n < t.Shape[d]) {
			position[d] = ir.OpFoldResult{Const: n}
			changed = true
		}
	}
	if changed {
		setPosition(op, position)
	}
	return changed
}

// setPosition replaces the position of an extract or insert.
func setPosition(op *ir.Op, position []ir.OpFoldResult) {
	static, values := ir.SplitIndices(position)
	op.SetOperands(append(op.Operands()[:indexlist.Entry(op.Def()):indexlist.Entry(op.Def())], values...))
	op.SetAttr(positionAttr.Name, op.Context().I64Array(static...))
}

func foldExtract(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	changed := foldPosition(op)
	if ub.IsPoison(consts[0]) || outside(op) {
		return toAttr(poison(op))
	}
	source := op.Operand(0)
	if len(op.Ints(positionAttr.Name)) == 0 && source.Type() == op.Result(0).Type() {
		return toValue(source)
	}
	for trail := (ir.Trail{}); ; {
		if trail.Repeats(op.Operand(0)) {
			return nil // in unreachable code, a vector may be made from itself
		}
		v, again := extractFrom(op)
		if v != nil {
			return toValue(v)
		}
		if !again {
			break
		}
		changed = true
	}
	if changed {
		return ir.FoldedInPlace
	}
	return extractConstant(op, consts[0])
}

// outside reports whether a static part of a position is Poison, which selects no element.
func outside(op *ir.Op) bool { return slices.Contains(op.Ints(positionAttr.Name), Poison) }

// poison is the attribute of values that are poison.
func poison(op *ir.Op) ir.Attr { return op.Context().ParametricAttr(ub.PoisonAttr) }

// extractFrom uses the operation that made the vector. It returns the extracted value, or it changes op to
// extract from an earlier vector and returns true.
func extractFrom(op *ir.Op) (v *ir.Value, changed bool) {
	made := op.Operand(0).DefiningOp()
	switch {
	case made.Is(Extract):
		return nil, extractOfExtract(op, made)
	case made.Is(Insert):
		return extractOfInsert(op, made)
	case isRepetition(made):
		return extractOfBroadcast(op, made)
	case made.Is(ShapeCast):
		return nil, extractOfShapeCast(op, made)
	case made.Is(Transpose):
		return nil, extractOfTranspose(op, made)
	case made.Is(FromElements):
		return extractOfElements(op, made), false
	}
	return nil, false
}

func extractOfExtract(op, inner *ir.Op) bool {
	at, ok := staticPosition(op)
	outer, innerOK := staticPosition(inner)
	if !ok || !innerOK ||
		inner.Result(0).Type() != behind(op.Context(), vectorType(inner.Operand(0)), len(outer)) {
		return false
	}
	op.SetOperand(0, inner.Operand(0))
	op.SetAttr(positionAttr.Name, op.Context().I64Array(append(slices.Clone(outer), at...)...))
	return true
}

func extractOfInsert(op, insert *ir.Op) (*ir.Value, bool) {
	at, ok := staticPosition(op)
	to, insertOK := staticPosition(insert)
	if !ok || !insertOK {
		return nil, false
	}
	n := min(len(at), len(to))
	if !slices.Equal(at[:n], to[:n]) { // another part of the vector
		op.SetOperand(0, insert.Operand(1))
		return nil, true
	}
	if len(at) == len(to) && insert.Operand(0).Type() == op.Result(0).Type() {
		return insert.Operand(0), false
	}
	if len(at) > len(to) && vectorType(insert.Operand(0)) != nil { // a part of what was inserted
		op.SetOperand(0, insert.Operand(0))
		op.SetAttr(positionAttr.Name, op.Context().I64Array(at[len(to):]...))
		return nil, true
	}
	return nil, false
}

// isRepetition reports whether an operation repeats its operand: a broadcast does, and so does a shape_cast
// that adds leading dimensions of extent 1.
func isRepetition(op *ir.Op) bool {
	if !op.Is(ShapeCast) {
		return op.Is(Broadcast)
	}
	from, to := vectorType(op.Operand(0)).Shape, vectorType(op.Result(0)).Shape
	return len(to) >= len(from) && slices.Equal(to[len(to)-len(from):], from)
}

// extractOfTranspose makes op extract from the source of a transposition. The dimensions of the result must
// stay the last ones, in order.
func extractOfTranspose(op, transpose *ir.Op) bool {
	at, ok := staticPosition(op)
	if !ok {
		return false
	}
	position := make([]int64, len(at))
	for i, d := range transpose.Ints("permutation") {
		switch {
		case i < len(at) && d < int64(len(at)):
			position[d] = at[i]
		case i < len(at) || d != int64(i):
			return false
		}
	}
	op.SetOperand(0, transpose.Operand(0))
	op.SetAttr(positionAttr.Name, op.Context().I64Array(position...))
	return true
}

// extractOfShapeCast makes op extract from the source of a shape cast. The dimensions of the result must be
// the last ones of that source as well.
func extractOfShapeCast(op, cast *ir.Op) bool {
	at, ok := staticPosition(op)
	from, shape := vectorType(cast.Operand(0)).Shape, vectorType(cast.Result(0)).Shape
	var kept []int64
	if to := vectorType(op.Result(0)); to != nil {
		kept = to.Shape
	}
	lead := len(from) - len(kept)
	if !ok || lead < 0 || !slices.Equal(from[lead:], kept) || vectorType(cast.Operand(0)).Scalable != nil {
		return false
	}
	number := int64(0)
	for d, i := range at {
		number = number*shape[d] + i
	}
	position := make([]int64, lead)
	for d := lead - 1; d >= 0; d-- {
		position[d] = number % from[d]
		number /= from[d]
	}
	op.SetOperand(0, cast.Operand(0))
	op.SetAttr(positionAttr.Name, op.Context().I64Array(position...))
	return true
}

func extractOfBroadcast(op, broadcast *ir.Op) (*ir.Value, bool) {
	source := broadcast.Operand(0)
	if source.Type() == op.Result(0).Type() {
		return source, false
	}
	from, to := vectorType(source), vectorType(op.Result(0))
	if from == nil || to != nil && (len(to.Shape) > len(from.Shape) ||
		!slices.Equal(to.Shape, from.Shape[len(from.Shape)-len(to.Shape):])) {
		return nil, false
	}
	all := vectorType(broadcast.Result(0))
	lead := len(all.Shape) - len(from.Shape)
	position := Position(op)
	if len(position) < lead {
		return nil, false
	}
	for d := lead; d < len(position); d++ {
		if from.Shape[d-lead] == 1 && all.Shape[d] != 1 {
			position[d] = ir.OpFoldResult{}
		}
	}
	setPosition(op, position[lead:])
	op.SetOperand(0, source)
	return nil, true
}

// extractOfElements returns the element at a known position.
func extractOfElements(op, made *ir.Op) *ir.Value {
	at, ok := staticPosition(op)
	t := vectorType(made.Result(0))
	if !ok || op.Result(0).Type() != t.Elem || len(at) != len(t.Shape) {
		return nil
	}
	n := int64(0)
	for d, i := range at {
		n = n*t.Shape[d] + i
	}
	return made.Operand(int(n))
}

// extractConstant folds the extraction from a constant.
func extractConstant(op *ir.Op, a ir.Attr) []ir.FoldResult {
	d, ok := denseVector(a)
	if !ok {
		return nil
	}
	at, ok := staticPosition(op)
	if !ok && !d.Splat {
		return nil
	}
	t := vectorType(op.Operand(0))
	data := d.Data
	if !d.Splat {
		from, n := int64(0), ir.NumElements(t.Shape)
		for i, p := range at {
			n /= t.Shape[i]
			from += p * n
		}
		size := int64(ir.ElemBytes(t.Elem))
		data = data[from*size : (from+n)*size]
	}
	if to := vectorType(op.Result(0)); to != nil {
		return toAttr(op.Context().Dense(to, data, d.Splat))
	}
	return toAttr(scalarAttr(op.Context(), t.Elem, data))
}

func foldInsert(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	changed := foldPosition(op)
	if len(op.Ints(positionAttr.Name)) == 0 && op.Operand(0).Type() == op.Result(0).Type() {
		return toValue(op.Operand(0))
	}
	if outside(op) {
		return toAttr(poison(op))
	}
	if folded := insertConstant(op, consts); folded != nil {
		return folded
	}
	if changed {
		return ir.FoldedInPlace
	}
	return nil
}

// insertConstant folds the insertion of a constant into a constant.
func insertConstant(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	into, ok := denseVector(consts[1])
	at, static := staticPosition(op)
	t := vectorType(op.Result(0))
	n := count(t.Shape)
	if !ok || !static || n > maxFolded && !op.Operand(1).HasOneUse() || n > maxElements {
		return nil
	}
	data, ok := ir.NumberBytes(consts[0])
	if d, isDense := denseVector(consts[0]); isDense {
		data, ok = expanded(d), true
	}
	if !ok {
		return nil
	}
	from := int64(0)
	for i, p := range at {
		n /= t.Shape[i]
		from += p * n
	}
	size := int64(ir.ElemBytes(t.Elem))
	all := expanded(into)
	return toAttr(op.Context().Dense(t, all[:from*size]+data+all[(from+n)*size:], false))
}

// ---- shapes ----

func foldShuffle(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	a, b := vectorType(op.Operand(0)), vectorType(op.Operand(1))
	if len(a.Shape) == 0 {
		return nil
	}
	mask := op.Ints("mask")
	switch {
	case isRange(mask, 0, a.Shape[0]):
		return toValue(op.Operand(0))
	case isRange(mask, a.Shape[0], b.Shape[0]):
		return toValue(op.Operand(1))
	}
	if ub.IsPoison(consts[0]) && ub.IsPoison(consts[1]) {
		return toAttr(consts[0])
	}
	x, isX := denseVector(consts[0])
	y, isY := denseVector(consts[1])
	if len(a.Shape) != 1 || !isX && !isY || !isX && !ub.IsPoison(consts[0]) ||
		!isY && !ub.IsPoison(consts[1]) {
		return nil
	}
	return toAttr(op.Context().Dense(vectorType(op.Result(0)), shuffled(mask, a.Shape[0], x, y), false))
}

// shuffled returns the elements of two constants that a mask selects; the first constant has n. One constant,
// not both, may be nil, which stands for poison. An element that is poison becomes the first element of a
// constant.
func shuffled(mask []int64, n int64, x, y *ir.DenseElementsAttr) string {
	var out strings.Builder
	for _, at := range mask {
		from := x
		if at >= n {
			from, at = y, at-n
		}
		if at == Poison || from == nil {
			from, at = cmp.Or(x, y), 0
		}
		out.WriteString(elementAt(from, at))
	}
	return out.String()
}

// isRange reports whether a list has the n numbers from first on, in order.
func isRange(list []int64, first, n int64) bool {
	if int64(len(list)) != n {
		return false
	}
	for i, v := range list {
		if v != first+int64(i) {
			return false
		}
	}
	return true
}

func foldShapeCast(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	to, source := vectorType(op.Result(0)), op.Operand(0)
	if source.Type() == ir.Type(to) {
		return toValue(source)
	}
	if inner := source.DefinedBy(ShapeCast); inner != nil {
		if inner.Operand(0).Type() == ir.Type(to) {
			return toValue(inner.Operand(0))
		}
		op.SetOperand(0, inner.Operand(0))
		return ir.FoldedInPlace
	}
	if ub.IsPoison(consts[0]) {
		return toAttr(consts[0])
	}
	if d, ok := denseVector(consts[0]); ok && to.Scalable == nil {
		return toAttr(op.Context().Dense(to, d.Data, d.Splat))
	}
	return nil
}

func foldBitCast(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	source := op.Operand(0)
	if source.Type() == op.Result(0).Type() {
		return toValue(source)
	}
	inner := source.DefinedBy(BitCast)
	if inner == nil {
		return nil
	}
	if inner.Operand(0).Type() == op.Result(0).Type() {
		return toValue(inner.Operand(0))
	}
	op.SetOperand(0, inner.Operand(0))
	return ir.FoldedInPlace
}

func foldToElements(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	made := op.Operand(0).DefiningOp()
	results := make([]ir.FoldResult, op.NumResults())
	switch {
	case made.Is(FromElements):
		for i := range results {
			results[i].Value = made.Operand(i)
		}
	case made.Is(Broadcast) && vectorType(made.Operand(0)) == nil:
		for i := range results {
			results[i].Value = made.Operand(0)
		}
	default:
		return nil
	}
	return results
}

func foldFromElements(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	if op.NumOperands() == 0 {
		return nil
	}
	if v := allElementsOf(op); v != nil && v.Type() == op.Result(0).Type() {
		return toValue(v)
	}
	if !slices.ContainsFunc(consts, func(a ir.Attr) bool { return !ub.IsPoison(a) }) {
		return toAttr(consts[0])
	}
	var data strings.Builder
	for _, a := range consts {
		element, ok := ir.NumberBytes(a)
		if !ok {
			return nil
		}
		data.WriteString(element)
	}
	return toAttr(op.Context().Dense(vectorType(op.Result(0)), data.String(), false))
}

// allElementsOf returns the vector whose elements, in order, are the operands. It returns nil if there is
// none.
func allElementsOf(op *ir.Op) *ir.Value {
	made := op.Operand(0).DefinedBy(ToElements)
	if made == nil || made.NumResults() != op.NumOperands() {
		return nil
	}
	for i := range op.NumOperands() {
		if op.Operand(i) != made.Result(i) {
			return nil
		}
	}
	return made.Operand(0)
}

// ---- masks and transfers ----

// foldConstantMask folds a mask that selects all elements or none.
func foldConstantMask(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	t := vectorType(op.Result(0))
	if t.Scalable != nil {
		return nil
	}
	switch maskFormat(op.Result(0)) {
	case all:
		return toAttr(op.Context().Dense(t, "\x01", true))
	case none:
		return toAttr(op.Context().Dense(t, "\x00", true))
	}
	return nil
}

// selection says whether a mask selects all elements, none, or some.
type selection uint8

const (
	some selection = iota // some elements, or it is not known
	all
	none
)

// maskFormat returns the selection of a mask, as far as the operation that makes it shows.
func maskFormat(mask *ir.Value) selection {
	if op := mask.DefinedBy(ConstantMask); op != nil {
		shape, sizes := vectorType(mask).Shape, op.Ints("mask_dim_sizes")
		if len(shape) == 0 {
			shape = []int64{1}
		}
		switch {
		case slices.Equal(shape, sizes):
			return all
		case slices.Contains(sizes, 0):
			return none
		}
		return some
	}
	if d, ok := denseVector(ir.ConstantValue(mask)); ok && d.Splat {
		if d.Data == "\x00" {
			return none
		}
		return all
	}
	return some
}

// foldTransfer marks dimensions that certainly lie in bounds, removes a mask that selects all elements, and
// replaces the memory by the source of its cast.
func foldTransfer(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if inferInBounds(op) || dropMask(op) {
		return ir.FoldedInPlace
	}
	return foldCasts(op, nil)
}

func inferInBounds(op *ir.Op) bool {
	t, _ := TransferOf(op)
	shape, v := t.Base.Type().(ir.ShapedType).Dims(), vectorType(t.Vector)
	known := slices.Clone(t.InBounds)
	allKnown := true
	for i, e := range t.Map.Results {
		if e.Kind != affine.Dim {
			continue
		}
		d := int(e.Value)
		at, ok := ir.ConstInt(t.Indices[d])
		known[i] = known[i] ||
			ok && shape[d] != ir.Dynamic && !scalableAt(v, i) && at >= 0 && at <= shape[d]-v.Shape[i]
		allKnown = allKnown && known[i]
	}
	for i, e := range t.Map.Results {
		known[i] = known[i] || allKnown && e.Kind == affine.Constant
	}
	if slices.Equal(known, t.InBounds) {
		return false
	}
	list := make([]ir.Attr, len(known))
	for i, k := range known {
		list[i] = op.Context().Bool(k)
	}
	op.SetAttr(inBoundsAttr.Name, op.Context().Array(list))
	return true
}

func dropMask(op *ir.Op) bool {
	t, _ := TransferOf(op)
	if t.Mask == nil || maskFormat(t.Mask) != all {
		return false
	}
	sizes := slices.Clone(op.Ints("operandSegmentSizes"))
	sizes[3] = 0
	op.SetOperands(op.Operands()[:op.NumOperands()-1])
	op.SetAttr("operandSegmentSizes", op.Context().I32Array(sizes...))
	return true
}
