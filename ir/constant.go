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
