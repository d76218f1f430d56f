// Package noteoverlappingarguments has the pass note-overlapping-arguments: functions that are handed the same memory twice say so.
//
// May import: analysis, pass, ir; no other transform.
package noteoverlappingarguments
