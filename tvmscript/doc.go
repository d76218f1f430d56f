// Package tvmscript reads and writes TVMScript, the Python syntax of TVM's kernels.
//
// Parse makes a module of the IR from a .py file; package form says how TVMScript
// stands there, docs/tvmscript.md what is read. Append and String print a module
// back. Nothing of Python or TVM is needed.
//
// This package only puts its parts together: tvmscript/syntax parses Python,
// tvmscript/importer makes IR of it, tvmscript/exporter text of IR. Start reading at
// tvmscript.go.
package tvmscript
