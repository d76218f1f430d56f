// Package tools finds the programs, LLVM's, MLIR's and Python, that differential tests compare with. Only tests import it.
//
// A test that needs a program calls Require and is skipped, with the reason, where the program is not installed. Under
// INFLIGHT_REQUIRE_TOOLS=1, which continuous integration sets, it fails instead: a skipped comparison proves nothing.
package tools
