package ir

// Transfer is what an operation does to a transfer: a copy that runs until a wait for its tag.
type Transfer struct {
	Kind           TransferKind
	Source, Target *Value // nil for a wait
	Tag            *Value // the memory in which the tag is an element
}

// TransferKind says whether an operation starts a transfer or waits for one.
type TransferKind uint8

// The kinds.
const (
	NoTransfer TransferKind = iota
	TransferStart
	TransferWait
)

// Transfer returns what the operation does to a transfer, the zero value if it does nothing.
func (o *Op) Transfer() Transfer {
	if o.def.Transfer == nil {
		return Transfer{}
	}
	return o.def.Transfer(o)
}
