package wasm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Site is a place where a program can stop, or that it passes to the host.
type Site struct {
	Reason  Reason
	Span    diag.Span // of the operation
	Message string    // of an assertion
}

// Reason is the reason why a program stops.
type Reason uint8

// The reasons to stop.
const (
	Assertion    Reason = iota // the condition of an assertion is false
	DivideByZero               // an integer is divided by zero
	DivideRange                // a quotient does not fit its type
	BadStep                    // the step of a loop is not positive
	OutOfMemory                // there is no memory left to allocate
	OutOfStack                 // the stack in memory is full
	BadFree                    // memory is freed that was not allocated, or twice
	BadPosition                // a position in a vector does not exist
	Issue                      // a task is issued
	Await                      // a task or a group is awaited
	AwaitLoop                  // the iterations of a loop are awaited
)

// String returns the reason in words.
func (r Reason) String() string {
	return [...]string{
		Assertion: "the assertion does not hold", DivideByZero: "division by zero",
		DivideRange: "the quotient does not fit the type",
		BadStep:     "the step is not positive", OutOfMemory: "out of memory",
		OutOfStack:  "out of stack memory",
		BadFree:     "memory is freed that is not allocated",
		BadPosition: "the position is outside of the vector", Issue: "a task is issued",
		Await:     "something is awaited",
		AwaitLoop: "the iterations of a loop are awaited",
	}[r]
}

// site returns the number of a new site.
func (m *compiler) site(op *ir.Op, reason Reason, message string) int {
	m.sites = append(m.sites, Site{reason, op.Span(), message})
	return len(m.sites) - 1
}

// trap emits the call of the host that ends the program at an operation.
func (f *function) trap(op *ir.Op, reason Reason, message string) {
	f.i32Const(int64(f.site(op, reason, message)))
	f.callFunction(f.host("trap"))
	f.emit(opUnreachable)
}

// trapIf emits the end of the program for the case that the condition on the stack is not zero.
func (f *function) trapIf(op *ir.Op, reason Reason, message string) {
	f.open(opIf)
	f.trap(op, reason, message)
	f.close()
}
