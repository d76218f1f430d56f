// Package timeline draws schedules for people: which unit worked on which iteration when, who waited, and how
// much of the asynchronous work was hidden behind other work.
//
// RenderText draws into a terminal, WriteChromeTrace writes a file for Perfetto or chrome://tracing. The
// package only draws; the simulator's timed mode, or whoever else knows when things happened, supplies the
// events. It imports the standard library only.
//
// Start reading at Event, then RenderText. A drawing is made in five steps, each in a file of its own:
// stretch.go finds the pipelined loops, rows.go puts events that overlap into different rows, scale.go
// chooses how long a column is and what to leave out, canvas.go draws, text.go puts it all together.
package timeline
