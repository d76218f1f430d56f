package machine

import "github.com/inflight-compiler/inflight/ptx"

// This file holds what instructions say of the order of memory: PTX ISA, "Memory Consistency Model".

// reach is how far a strong operation or a fence reaches: its scope.
type reach uint8

const (
	inBlock   reach = iota // scope cta
	inCluster              // scope cluster
	inGrid                 // scopes gpu and sys
	reachKinds
)

// order is what an access or a fence says of the order of memory. The zero value is a weak access.
type order struct {
	strong, acquire, release bool
	reach                    reach
	total                    bool // it is a fence.sc
}

// reachOf returns the reach of an instruction's scope, and that of none.
func reachOf(in *ptx.Instruction, none reach) reach {
	switch oneOf(in, "cta", "cluster", "gpu", "gl", "sys") {
	case "cta":
		return inBlock
	case "cluster":
		return inCluster
	case "":
		return none
	}
	return inGrid
}

// accessOrder returns the order of a load or a store. A volatile one is a relaxed one of the whole system.
func accessOrder(in *ptx.Instruction) order {
	if oneOf(in, "volatile", "relaxed", "acquire", "release", "mmio") == "" {
		return order{}
	}
	return order{strong: true, acquire: in.Has("acquire"), release: in.Has("release"),
		reach: reachOf(in, inGrid)}
}

// atomicOrder returns the order of an atomic operation: relaxed and of the whole device where it says
// nothing.
func atomicOrder(in *ptx.Instruction) order {
	both := in.Has("acq_rel")
	return order{strong: true, acquire: both || in.Has("acquire"), release: both || in.Has("release"),
		reach: reachOf(in, inGrid)}
}

// fenceOrder returns the order of a fence of memory. A membar is a fence.sc.
func fenceOrder(in *ptx.Instruction) order {
	one := oneOf(in, "acquire", "release")
	return order{strong: true, acquire: one != "release", release: one != "acquire",
		reach: reachOf(in, inGrid), total: in.Opcode == "membar" || in.Has("sc")}
}

// kind returns what an access of this order does, without writing.
func (o order) kind() kind {
	k := kind(0)
	if o.strong {
		k |= strong
	}
	switch o.reach {
	case inGrid:
		k |= grid | wide
	case inCluster:
		k |= wide
	}
	if o.acquire {
		k |= acquires
	}
	return k
}

// orders notes that a kernel has an order: where none reaches other blocks, what is known of them need not be
// exact.
func (c *compiler) orders(o order) {
	c.k.communicates = c.k.communicates || o.reach == inGrid && (o.acquire || o.release)
}
