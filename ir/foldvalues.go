package ir

// FoldToValues replaces the operations in root that fold to an existing value, if their definition is one
// that folds accepts. A conversion calls it before it changes the program: once the inner of two negations is
// converted, the outer one would not fold any more.
func FoldToValues(root *Op, folds func(*OpDef) bool) {
	var folder Folder
	var folded []*Op
	for op := range root.Walk() {
		if !folds(op.def) {
			continue
		}
		if results := folder.Fold(op); len(results) == 1 && results[0].Value != nil {
			op.Result(0).ReplaceAllUsesWith(results[0].Value)
			folded = append(folded, op)
		}
	}
	for _, op := range folded {
		op.Erase()
	}
}
