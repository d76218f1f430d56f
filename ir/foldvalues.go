package ir

// FoldToValues replaces those operations in root that fold to a value which there is, of the definitions that
// folds tells. A conversion runs it before it changes anything: it would not find the negative of a negative
// once it has converted the inner one.
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
