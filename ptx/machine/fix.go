package machine

import "github.com/inflight-compiler/inflight/diag"

// Fix is an instruction that a finding lacks, and where it belongs: behind the instruction with the number
// Site, or in front of it.
type Fix struct {
	Text   string // without its semicolon
	Site   int32
	Behind bool
}

// lacks notes what a finding lacks, other than a barrier, which lacksBarrier notes.
func (f *findings) lacks(d *diag.Diagnostic, fix Fix) *diag.Diagnostic {
	if f.fixes == nil {
		f.fixes = map[*diag.Diagnostic]Fix{}
	}
	f.fixes[d] = fix
	return d
}

// warpSync is the barrier of all lanes of a warp.
const warpSync = "bar.warp.sync -1"

// waitText returns the wait for all groups of a queue, "" if the queue has none. A wait for reads is enough
// where what a group writes is not needed.
func waitText(old *access) string {
	switch {
	case old.queue == cpAsync:
		return "cp.async.wait_group 0"
	case old.queue == bulkStore && old.kind&writes == 0:
		return "cp.async.bulk.wait_group.read 0"
	case old.queue == bulkStore:
		return "cp.async.bulk.wait_group 0"
	case old.queue == wgmma:
		return "wgmma.wait_group.sync.aligned 0"
	}
	return ""
}

// commitText returns the instruction that commits the operations of a queue to a group.
func commitText(q queue) string {
	if q == wgmma {
		return "wgmma.commit_group.sync.aligned"
	}
	return commitNames[q]
}

// proxyFence returns the fence for what is written to a memory.
func (b *block) proxyFence(m *memory) string {
	if m.home != nil {
		return "fence.proxy.async.shared::cta"
	}
	return "fence.proxy.async.global"
}
