package ir

// ConstantValue returns the attribute of the constant that v is, nil when v is
// not the result of an operation with the trait ConstantLike. Such an
// operation has one result and keeps its constant in the attribute "value".
func ConstantValue(v *Value) Attr {
	if v == nil || v.op == nil || !v.op.Has(ConstantLike) {
		return nil
	}
	return v.op.Attr("value")
}

// ConstInt returns the value of an integer or index constant and whether v is
// one that fits in 64 bits.
func ConstInt(v *Value) (int64, bool) {
	a, ok := ConstantValue(v).(*IntegerAttr)
	if !ok || a.Big != nil {
		return 0, false
	}
	return a.Value, true
}

// constants fills buf with the constants that the operands of op are, nil
// where an operand is not constant.
func (o *Op) constants(buf []Attr) []Attr {
	buf = buf[:0]
	for i := range o.operands {
		buf = append(buf, ConstantValue(o.operands[i].value))
	}
	return buf
}
