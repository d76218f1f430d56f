// Package formasyncregions is the pass form-async-regions: a program without any asynchronous operation gets
// an async.execute for each operation with effects, tokens between those that must keep their order, and
// waits where the host needs a result.
//
// pass.go has the pass and what it is asked for. For each block, node.go says which operations become regions
// and which stay with the host, depend.go what must keep its order, and emit.go writes the result; memory.go,
// merge.go and split.go change the regions in between, as judge.go finds better; nest.go says which loops and
// conditions stay with the host. calls.go says which calls become regions.
package formasyncregions
