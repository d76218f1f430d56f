// Package tools finds the programs, libraries and parts of compilers, LLVM's, MLIR's, Python's, that tests
// compare with. Only tests import it. What there is stands in one table, with the package of Debian that has
// it.
//
// A test that needs something of it calls Require and is skipped, with the reason, where that is not
// installed. Under INFLIGHT_REQUIRE_TOOLS=1, which continuous integration sets, it fails instead: a skipped
// comparison proves nothing.
package tools
