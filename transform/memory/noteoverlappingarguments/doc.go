// Package noteoverlappingarguments has the pass note-overlapping-arguments: functions that are handed the
// same memory twice say so.
package noteoverlappingarguments
