// Package copyloop makes random loops that copy from global to shared memory and use what they copied, for property tests
// of what lowers such copies. New makes a program and Text writes it in MLIR's syntax; Judge compares what became of it
// with what was written.
//
// It is imported by tests only. Start reading at program.go; text.go has the forms that copies are written in.
package copyloop
