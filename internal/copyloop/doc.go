// Package copyloop tests passes that lower asynchronous copies from global to shared memory: on their
// goldens, and on random loops that use what they copied. New makes a loop and Text writes it in MLIR's
// syntax; Judge compares what became of it with what was written.
//
// It is imported by tests only. Start reading at lowering.go, whose type's methods are the tests; program.go
// describes the random loops, and text.go has the forms that copies are written in.
package copyloop
