package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// postponeGC delays the first garbage collection until the heap has grown to about a dozen times the size of
// the input. After that, collection goes on as usual. A parsed program takes 8 to 10 times the memory of its
// text, and nearly all of it is in use until the end. Collecting while the program grows costs a third of the
// time on 100,000 operations, and frees next to nothing.
//
// Passes may make a program much larger: tasks grow to some 50 times their text. Therefore passes get room
// for hundreds of times the input, up to a limit that a machine for compiling can spare.
//
// Go sets the size of the heap at the first collection to 4 MB times GOGC/100; postponeGC computes that
// percentage from the size. If the user has set GOGC, postponeGC does nothing.
func postponeGC(input int, passes bool) {
	if os.Getenv("GOGC") != "" {
		return
	}
	const (
		perByte  = 12
		base     = 16 << 20 // memory for start-up, and for a few passes on a small program
		percent  = 4 << 20 / 100
		growth   = 800 // bytes per byte of input that passes may add
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
		onHugePages(room) // only after SetGCPercent: a smaller heap would be collected at once
	}
	canary := new([64]byte)
	runtime.AddCleanup(canary, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
