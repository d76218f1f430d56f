package ir

// AtomicKind is arith's AtomicRMWKind: how an atomic read-modify-write, or a
// parallel reduction, combines two values.
var AtomicKind = &EnumDef{
	Dialect: "arith", Mnemonic: "atomic_rmw_kind", Integer: true, Width: 64,
	Cases: []EnumCase{
		{"addf", AtomicAddF}, {"addi", AtomicAddI}, {"andi", AtomicAndI}, {"assign", AtomicAssign},
		{"maximumf", AtomicMaximumF}, {"maxnumf", AtomicMaxNumF}, {"maxs", AtomicMaxS}, {"maxu", AtomicMaxU},
		{"minimumf", AtomicMinimumF}, {"minnumf", AtomicMinNumF}, {"mins", AtomicMinS}, {"minu", AtomicMinU},
		{"mulf", AtomicMulF}, {"muli", AtomicMulI}, {"ori", AtomicOrI}, {"xori", AtomicXorI},
	},
}

// The cases of AtomicKind.
const (
	AtomicAddF int64 = iota
	AtomicAddI
	AtomicAndI
	AtomicAssign
	AtomicMaximumF
	AtomicMaxNumF
	AtomicMaxS
	AtomicMaxU
	AtomicMinimumF
	AtomicMinNumF
	AtomicMinS
	AtomicMinU
	AtomicMulF
	AtomicMulI
	AtomicOrI
	AtomicXorI
)

// CaseName returns the name of the case with that value, "" when there is no such case.
func (e *EnumDef) CaseName(value int64) string {
	for _, c := range e.Cases {
		if c.Value == value {
			return c.Name
		}
	}
	return ""
}

// CaseValue returns the value of the case with that name, and whether there is such a case.
func (e *EnumDef) CaseValue(name string) (int64, bool) {
	for _, c := range e.Cases {
		if c.Name == name {
			return c.Value, true
		}
	}
	return 0, false
}
