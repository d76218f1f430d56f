// Package pipelines writes the tables of classic pipeline schedules, as PyTorch's CSV without sends and
// receives, for tests.
//
// Each function writes the actions of all ranks; table.go's format is that of frontend/pipelineschedule. The
// bubbles that the papers give hold if a forward pass and each half of a backward pass take the same time,
// and messages take none.
package pipelines
