// Package hazard collects the hazards of one or several executions of a program. It tells them as errors and
// remarks, all of them or one for each cause.
//
// It compares no accesses. Package shadow finds accesses that nothing orders; package sim finds reads of
// elements that nothing has written, and operations in flight at the end. Start reading at hazard.go, which
// defines a hazard; set.go collects hazards, text.go writes messages about them, and cause.go finds hazards
// that have one cause.
package hazard
