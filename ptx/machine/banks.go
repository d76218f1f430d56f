package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
)

// BankUse tells how the accesses of an instruction to shared memory met the 32 banks of four bytes.
type BankUse struct {
	Instruction *ptx.Instruction
	// Accesses is how often warps executed the instruction, Wavefronts the number of passes that took, and
	// Ideal the number without conflicts.
	Accesses, Wavefronts, Ideal int64
}

// Conflicts returns the passes that conflicts cost.
func (u *BankUse) Conflicts() int64 { return u.Wavefronts - u.Ideal }

// countBanks counts the passes of an access by the lanes of a mask, each to so many bytes. Up to 128 bytes
// are accessed in one pass: all lanes, or halves and quarters of the warp for accesses of 8 and 16 bytes.
func (w *warp) countBanks(site int32, mask uint32, where location, size int) {
	if where.space != sharedSpace {
		return
	}
	perPass := warpSize
	if size > 4 {
		perPass = 4 * warpSize / size
	}
	use := w.b.g.bankUseOf(site)
	use.Accesses++
	for first := 0; first < warpSize; first += perPass {
		lanes := mask >> first & uint32(maskOf(perPass))
		if lanes == 0 {
			continue
		}
		var addrs [warpSize]uint64
		n := 0
		each(lanes, func(l int) {
			addrs[n] = where.of(w, first+l)
			n++
		})
		use.Ideal++
		use.Wavefronts += passes(addrs[:n], size)
	}
}

// passes returns the largest number of different words that lie in one bank.
func passes(addrs []uint64, size int) int64 {
	var words [warpSize][]uint64
	most := 1
	for _, addr := range addrs {
		for word := addr / 4; word < (addr+uint64(size)+3)/4; word++ {
			bank := &words[word%warpSize]
			if !slices.Contains(*bank, word) {
				*bank = append(*bank, word)
				most = max(most, len(*bank))
			}
		}
	}
	return int64(most)
}

func (g *launch) bankUseOf(site int32) *BankUse {
	use := g.banks[site]
	if use == nil {
		use = &BankUse{Instruction: g.k.sites[site]}
		g.banks[site] = use
	}
	return use
}

// bankUse returns the counts in the order of the text.
func (g *launch) bankUse() []BankUse {
	var all []BankUse
	for site := range g.k.sites {
		if use := g.banks[int32(site)]; use != nil {
			all = append(all, *use)
		}
	}
	return all
}
