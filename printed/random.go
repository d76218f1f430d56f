package printed

import (
	"errors"
	"fmt"
	"sync"
)

// The words of a Mersenne twister, and how far the ones that it mixes are apart.
const (
	twisterWords = 624
	twisterApart = 397
)

// generator is what rtsrand makes: std::mt19937, of which rtrand takes numbers by
// std::uniform_int_distribution as libstdc++ has it.
type generator struct {
	seed  uint32
	words [twisterWords]uint32
	next  int
	drawn uint64
}

func newGenerator(seed uint64) *generator {
	g := &generator{seed: uint32(seed), next: twisterWords}
	g.words[0] = uint32(seed)
	for i := uint32(1); i < twisterWords; i++ {
		before := g.words[i-1]
		g.words[i] = 1812433253*(before^before>>30) + i
	}
	return g
}

// word returns the next 32 bits.
func (g *generator) word() uint32 {
	g.drawn++
	if g.next == twisterWords {
		g.next = 0
		for i := range g.words {
			y := g.words[i]&0x80000000 | g.words[(i+1)%twisterWords]&0x7fffffff
			g.words[i] = g.words[(i+twisterApart)%twisterWords] ^ y>>1 ^ y&1*0x9908b0df
		}
	}
	y := g.words[g.next]
	g.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// number returns a number that is at most most.
func (g *generator) number(most uint64) uint64 {
	switch {
	case most < 1<<32-1:
		count := uint32(most + 1)
		product := uint64(g.word()) * uint64(count)
		for least := -count % count; uint32(product) < least; { // those would be too many
			product = uint64(g.word()) * uint64(count)
		}
		return product >> 32
	case most == 1<<32-1:
		return uint64(g.word())
	}
	for {
		upper := g.number(most>>32) << 32
		if n := upper + uint64(g.word()); n <= most && n >= upper {
			return n
		}
	}
}

// maxGenerators is how many generators of random numbers a program may have at once.
const maxGenerators = 1 << 12

// Generators are the generators of random numbers of a run: those that rtsrand makes, rtrand uses and rtdrand
// removes, which a program knows by numbers. The zero value has none. Its methods may be called from several
// goroutines at once.
type Generators struct {
	mu   sync.Mutex
	all  map[uint64]*generator
	last uint64
}

// Make makes a generator from a seed, of which it takes 32 bits, and returns its number. A program that has
// too many is an error.
func (g *Generators) Make(seed uint64) (uint64, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.all) == maxGenerators {
		return 0, fmt.Errorf("there are more than %d generators of random numbers", maxGenerators)
	}
	if g.all == nil {
		g.all = map[uint64]*generator{}
	}
	g.last++
	g.all[g.last] = newGenerator(seed)
	return g.last, nil
}

// Draw returns a random number that is at most most. That there is no generator of the number is an error.
func (g *Generators) Draw(number, most uint64) (uint64, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	made := g.all[number]
	if made == nil {
		return 0, errNoGenerator
	}
	return made.number(most), nil
}

// Drop removes a generator.
func (g *Generators) Drop(number uint64) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.all[number] == nil {
		return errNoGenerator
	}
	delete(g.all, number)
	return nil
}

var errNoGenerator = errors.New("there is no generator of random numbers, or no longer: rtsrand makes one, " +
	"and rtdrand removes it")

// Each calls a function with the number, the seed and the numbers drawn of each generator, in no order.
func (g *Generators) Each(visit func(number uint64, seed uint32, drawn uint64)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for number, made := range g.all {
		visit(number, made.seed, made.drawn)
	}
}
