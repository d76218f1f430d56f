package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// postponeGC puts off the first garbage collection until the heap has grown to
// about a dozen times the size of the input; from then on collection goes on as
// usual. A parsed program takes 8 to 10 times the memory of its text, nearly all
// of it in use until the end, so collecting while it grows only costs time: a
// third of the whole on 100,000 operations.
//
// Passes may make a program of any size of it: tasks become some 50 times their
// text. So they get room for hundreds of times the input, up to a limit that
// does not matter on a machine that compiles.
//
// The heap is never collected below 4 MB times GOGC/100, which is what makes the
// percentage of a size. A user's own GOGC is left alone.
func postponeGC(input int, passes bool) {
	if os.Getenv("GOGC") != "" {
		return
	}
	const (
		perByte  = 12
		base     = 16 << 20 // start-up and a pass or two on a small program
		percent  = 4 << 20 / 100
		growth   = 800 // of a program by passes
		mostRoom = 240 << 20

		worthHuge = 16 << 20
	)
	heap, room := base+perByte*input, 0
	if passes {
		room = min(growth*input, mostRoom)
		heap += room
	}
	usual := debug.SetGCPercent(heap / percent)
	if room > worthHuge {
		onHugePages(room) // within that heap, or else it would be collected at once
	}
	canary := new([64]byte)
	runtime.AddCleanup(canary, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
