package config

import (
	"time"

	"github.com/inflight-compiler/inflight/printed"
	"github.com/inflight-compiler/inflight/timeline"
)

// Run are the options of one run of a program. The zero value bounds nothing and asks for nothing.
type Run struct {
	Limits
	// Output receives the text that the program prints; with nil the text is dropped.
	Output *printed.Output
	// Progress, if not nil, is called from time to time with the number of steps executed so far, by engines
	// that count steps.
	Progress func(steps int64)
	// Trace, if not nil, gets the events of the run, in microseconds, from engines that measure them.
	Trace *timeline.Timeline
	// TraceEvents limits the number of events in the trace; 0 means no limit.
	TraceEvents int
	// Ran, if not nil, receives the time that the function ran, from engines that can separate it from the
	// work before and after the function.
	Ran func(time.Duration)
	// Device, if not nil, receives the use of a device, from engines that use one.
	Device func(*DeviceUsage)
}

// Limits limits the resources of a run.
type Limits struct {
	// Time limits the time that the program may run; 0 means no limit.
	Time time.Duration
	// Memory limits the bytes that the program may allocate; 0 means the engine's default: 4 GiB on the
	// simulator and on the host of the engine cuda, all addresses on wasm, all memory of this machine on
	// native. On wasm the bytes include arguments and globals.
	Memory int64
	// Threads is the number of threads that run asynchronous operations, the waiting thread included; 0 means
	// the engine's default. The simulator and the host of the engine cuda have one thread.
	Threads int
}
