// Package findfifostalls is the pass find-fifo-stalls: it says which object FIFOs of mlir-aie make their
// cores wait for ever.
//
// Each core is a sequence of acquires and releases (core.go). No core looks at what another one does, so that
// every order of execution blocks the same cores: one is enough. network.go executes it until all cores have
// ended or are blocked, or until the state of the FIFOs and the places of the cores repeat.
package findfifostalls
