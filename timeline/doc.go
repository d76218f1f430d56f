// Package timeline draws schedules for people: which unit worked on which iteration and when, which thread of
// control waited, and how much of the asynchronous work was hidden behind other work.
//
// RenderText draws for a terminal, RenderBoxes draws a measured run, and WriteChromeTrace writes a file for
// Perfetto or chrome://tracing. The package only draws. The simulator's timed mode, or an engine that
// measures, supplies the events.
//
// Start reading at Event, then RenderText. A drawing is made in five steps, each in a file of its own:
// stretch.go finds the pipelined loops, rows.go puts events that overlap into different rows, scale.go
// chooses the length of a column and the parts to omit, canvas.go draws rows, text.go puts the drawing
// together.
package timeline
