package bef

// check holds that the tables of each function agree: each register is set once, before what uses it can run;
// users are those that have it as an operand; a kernel waits for as many operands as it has.
func (r *reader) check() error {
	c := r.sections[sectionFunctions]
	for i, f := range r.file.Functions {
		if f.Kind == Native {
			continue
		}
		k := &checker{file: r.file, f: f, at: func(format string, args ...any) error {
			name := f.Name
			if name == "" {
				name = "of a region"
			}
			return c.errorf(c.begin+r.entries[i].offset, "function %s: "+format,
				append([]any{name}, args...)...)
		}}
		if err := k.check(); err != nil {
			return err
		}
	}
	return nil
}

// checker checks one function.
type checker struct {
	file *File
	f    *Function
	at   func(format string, args ...any) error
	set  []int // the kernel that sets each register, -1 if none does
}

func (k *checker) check() error {
	for _, step := range []func() error{k.pseudo, k.ranges, k.definitions, k.users, k.order, k.types} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// pseudo checks the kernel that stands for the arguments.
func (k *checker) pseudo() error {
	p := &k.f.Kernels[0]
	if p.Code != pseudoCode || p.Location != pseudoLocation ||
		len(p.Args)+len(p.Attrs)+len(p.Functions) > 0 ||
		p.Operands != 0 {
		return k.at("the first kernel does not stand for the arguments")
	}
	if len(p.Results) != len(k.f.Args)+1 || p.Results[0] != uint32(len(k.f.Registers)) {
		return k.at("the first kernel has %d results for %d arguments", len(p.Results), len(k.f.Args))
	}
	return nil
}

// ranges checks all numbers in kernels.
func (k *checker) ranges() error {
	f := k.f
	for i := range f.Kernels {
		kern := &f.Kernels[i]
		if i > 0 && kern.Code >= uint32(len(k.file.Kernels)) {
			return k.at("kernel %d has code %d, but there are %d", i, kern.Code, len(k.file.Kernels))
		}
		results := kern.Results
		if i == 0 {
			results = results[1:]
		}
		for _, list := range [][]uint32{kern.Args, results} {
			for _, reg := range list {
				if reg >= uint32(len(f.Registers)) {
					return k.at("kernel %d has register %d, but there are %d", i, reg, len(f.Registers))
				}
			}
		}
		for _, fn := range kern.Functions {
			if fn >= uint32(len(k.file.Functions)) {
				return k.at("kernel %d has function %d, but there are %d", i, fn, len(k.file.Functions))
			}
		}
		if err := k.attributes(i, kern); err != nil {
			return err
		}
	}
	return nil
}

func (k *checker) attributes(i int, kern *Kernel) error {
	for _, off := range kern.Attrs {
		if off >= uint32(len(k.file.Attributes)) {
			return k.at("kernel %d has an attribute at %d, beyond the section, which has %d bytes", i, off,
				len(k.file.Attributes))
		}
		if _, ok := k.file.AttributeTypes[off]; k.file.Described && !ok {
			return k.at("kernel %d has an attribute at %d, whose type the file does not say", i, off)
		}
	}
	return nil
}

// definitions checks that each register is set once.
func (k *checker) definitions() error {
	k.set = make([]int, len(k.f.Registers))
	for i := range k.set {
		k.set[i] = -1
	}
	for i := range k.f.Kernels {
		results := k.f.Kernels[i].Results
		if i == 0 {
			results = results[1:]
		}
		for _, reg := range results {
			if k.set[reg] >= 0 {
				return k.at("register %d is set by kernel %d and by kernel %d", reg, k.set[reg], i)
			}
			k.set[reg] = i
		}
	}
	for reg, by := range k.set {
		if by < 0 {
			return k.at("nothing sets register %d", reg)
		}
	}
	return nil
}

// users checks that the users of a register are the kernels that have it as an operand, as often as they do,
// and the counts of uses and operands.
func (k *checker) users() error {
	f := k.f
	type use struct{ reg, kernel uint32 }
	uses := map[use]int{}
	counts := make([]int, len(f.Registers))
	none := uint32(len(f.Registers)) // triggers kernels without operands
	for i := 1; i < len(f.Kernels); i++ {
		args := f.Kernels[i].Args
		if f.Kernels[i].Operands != len(args) {
			return k.at("kernel %d waits for %d operands, but has %d", i, f.Kernels[i].Operands, len(args))
		}
		for _, reg := range args {
			uses[use{reg, uint32(i)}]++
			counts[reg]++
		}
		if len(args) == 0 {
			uses[use{none, uint32(i)}]++
		}
	}
	for _, reg := range f.ResultRegs {
		counts[reg]++
	}
	for i := range f.Kernels {
		for j, list := range f.Kernels[i].UsedBy {
			reg := f.Kernels[i].Results[j]
			for _, user := range list {
				if uses[use{reg, user}]--; uses[use{reg, user}] < 0 {
					return k.at("kernel %d is a user of register %d more often than it has it as an operand",
						user, reg)
				}
			}
		}
	}
	for u, n := range uses {
		if n > 0 {
			return k.at("kernel %d is no user of register %d, which is its operand", u.kernel, u.reg)
		}
	}
	for reg, n := range counts {
		if f.Registers[reg].Uses != n {
			return k.at("register %d has %d uses, but the table says %d", reg, n, f.Registers[reg].Uses)
		}
	}
	return nil
}

// order checks that no kernels wait for each other.
func (k *checker) order() error {
	f := k.f
	waiting := make([]int, len(f.Kernels))
	for i := range f.Kernels {
		waiting[i] = max(len(f.Kernels[i].Args), 1)
	}
	ready, done := []uint32{0}, 0
	for len(ready) > 0 {
		i := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		done++
		for _, list := range f.Kernels[i].UsedBy {
			for _, user := range list {
				if waiting[user]--; waiting[user] == 0 {
					ready = append(ready, user)
				}
			}
		}
	}
	if done < len(f.Kernels) {
		return k.at("%d kernels wait for each other", len(f.Kernels)-done)
	}
	return nil
}

// types checks that arguments and results have the types of the function, if the file says types of
// registers.
func (k *checker) types() error {
	if !k.file.Described {
		return nil
	}
	for i, t := range k.f.Args {
		if got := k.f.Registers[k.f.Kernels[0].Results[i+1]].Type; got != t {
			return k.at("argument %d has type %s, but its register has type %s", i, k.file.Types[t],
				k.file.Types[got])
		}
	}
	for i, t := range k.f.Results {
		if got := k.f.Registers[k.f.ResultRegs[i]].Type; got != t {
			return k.at("result %d has type %s, but its register has type %s", i, k.file.Types[t],
				k.file.Types[got])
		}
	}
	return nil
}
