package softpipe_test

import (
	"math/rand/v2"
	"testing"
	"time"
	"sort"
	"fmt"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/randloop"
)

func TestZTime(t *testing.T) {
	var tr, ch time.Duration
	type row struct{ seed uint64; d time.Duration; c time.Duration }
	var rows []row
	for seed := range programs(t, 60) {
		p := randloop.NewWild(rand.New(rand.NewPCG(seed, 6)))
		s := time.Now()
		piped, err := transform(p.Text)
		d := time.Since(s)
		tr += d
		if err != nil {
			rows = append(rows, row{seed, d, 0})
			continue
		}
		s = time.Now()
		check.Module(piped, check.Options{SkipWaits: !p.Exact})
		c := time.Since(s)
		ch += c
		rows = append(rows, row{seed, d, c})
	}
	sort.Slice(rows, func(i, j int) bool { return rows[i].d > rows[j].d })
	fmt.Println(tr, ch, rows[:4])
	sort.Slice(rows, func(i, j int) bool { return rows[i].c > rows[j].c })
	fmt.Println(rows[:6])
}
