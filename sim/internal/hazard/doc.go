// Package hazard collects what is wrong with the accesses of a program, over one or several executions of it,
// and says it: as errors and remarks, and folded to one for each cause.
//
// It compares no accesses: package shadow finds those that nothing orders, package sim those of elements that
// nothing has written and the operations in flight at the end. Start reading at hazard.go, which says what a
// hazard is; set.go collects them, text.go writes them, and cause.go finds which have one cause.
package hazard
