package machine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// What decoders note of the registers of an operation is what the table of instructions says of its operands.
func TestUsesAreTheRolesOfTheTable(t *testing.T) {
	compared := 0
	for _, folder := range []string{"../../bench/ptx/kernels", "../../examples/ptx",
		"../judge/testdata/corpus/ptx"} {
		files, err := filepath.Glob(folder + "/*.ptx")
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, name := range files {
			compared += compareUses(t, name)
		}
	}
	if compared < 5000 {
		t.Errorf("only %d operations were compared", compared)
	}
}

// compareUses compares the uses of the kernels of a file with the roles of operands, and returns of how many
// operations.
func compareUses(t *testing.T, name string) int {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := ptx.Parse(diag.NewFile(name, text))
	if err != nil {
		t.Fatal(err)
	}
	scopes, compared := map[*ptx.Instruction]*ptx.Scope{}, 0
	top := ptx.NewScope(m)
	for _, f := range m.Functions() {
		if f.Body != nil {
			scopesOf(top.Enter(f), f.Body, scopes)
		}
	}
	for _, f := range m.Kernels() {
		k, err := Compile(m, f)
		if err != nil {
			t.Fatal(err)
		}
		for n, in := range k.sites {
			if in.Opcode == "call" {
				continue // it also moves arguments
			}
			compared++
			does, want := k.touched[n], namesByRole(scopes[in], in)
			if in.Has("tensor") { // coordinates stand in the operand of an address, and are values
				for name := range want[ptx.Reads] {
					want[ptx.Addresses][name] = true
				}
				delete(want, ptx.Reads)
				does.bases, does.values = slices.Concat(does.bases, does.values), nil
			}
			for role, got := range map[ptx.Role][]int32{ptx.Reads: does.values, ptx.Addresses: does.bases,
				ptx.Writes: does.written} {
				distinct := map[int32]bool{}
				for _, r := range got {
					distinct[r] = true
				}
				if len(distinct) != len(want[role]) {
					t.Errorf("%s: '%s' has registers %v in role %d, by the table %v", name,
						in.Name(), got, role, want[role])
				}
			}
		}
	}
	return compared
}

// scopesOf notes the scope of each instruction of a block.
func scopesOf(outer *ptx.Scope, b *ptx.Block, all map[*ptx.Instruction]*ptx.Scope) {
	scope := outer.Block(b)
	for _, item := range b.Items {
		switch x := item.(type) {
		case *ptx.Block:
			scopesOf(scope, x, all)
		case *ptx.Instruction:
			all[x] = scope
		}
	}
}

// namesByRole returns the registers that an instruction names, special ones as well, by their roles.
func namesByRole(scope *ptx.Scope, in *ptx.Instruction) map[ptx.Role]map[string]bool {
	all := map[ptx.Role]map[string]bool{}
	for o, role := range ptx.Roles(in) {
		for name := range ptx.Names(o) {
			sym := scope.Lookup(name)
			if name == "_" || sym == nil || !sym.Register && !sym.Special {
				continue
			}
			if all[role] == nil {
				all[role] = map[string]bool{}
			}
			all[role][name] = true
		}
	}
	return all
}
