// Package tvmscript reads and writes TVMScript, the Python syntax of TVM's kernels.
//
// Parse makes a module of the IR from a .py file. Package form has the form of TVMScript in the IR, and
// docs/tvmscript.md lists the constructs that are read. Append and String print a module as TVMScript.
// Neither Python nor TVM is needed.
//
// This package only joins its parts: tvmscript/syntax parses Python, tvmscript/importer makes IR of it, and
// tvmscript/exporter makes text of IR. Start reading at tvmscript.go.
package tvmscript
