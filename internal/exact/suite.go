package exact

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// Suite is a table of operations that are all tried on the same operands.
type Suite struct {
	// Columns are the operands, all of one length: numbers of 64 bits, of which an operation takes what it
	// needs.
	Columns [][]uint64
	Rows    []Row
}

// Row is an operation.
type Row struct {
	// Code computes %r, an i64, of the columns %x0, %x1, ... Other values that it makes begin with %_.
	Code string
	// Name is what messages call the operation.
	Name string
	// Want are the results.
	Want []uint64
}

// Count is how many operands there are of each column.
func (s *Suite) Count() int { return len(s.Columns[0]) }

// ResultType is the type of the last argument of the programs: a row of numbers for each operation.
func (s *Suite) ResultType() string { return fmt.Sprintf("memref<%dx%dxi64>", len(s.Rows), s.Count()) }

// Loop is a function @f of the columns and of memory for the results, which a loop fills.
func (s *Suite) Loop() string {
	return s.function(s.loop(s.operands() + s.operations(0, len(s.Rows))))
}

// Loops is Loop with a loop for each operation.
func (s *Suite) Loops() string {
	var b strings.Builder
	for k := range s.Rows {
		b.WriteString(s.loop(s.operands() + s.operations(k, k+1)))
	}
	return s.function(b.String())
}

func (s *Suite) function(body string) string {
	return fmt.Sprintf(
		"func.func @f(%s) {\n%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : index\n%%n = "+
			"arith.constant %d : index\n%sreturn\n}\n",
		s.parameters(), s.Count(), body)
}

func (s *Suite) loop(body string) string {
	return "scf.for %i = %c0 to %n step %c1 {\n" + body + "}\n"
}

// Kernel is a kernel @f with the parameters of Loop, for as many blocks of one thread as there are operands.
func (s *Suite) Kernel() string {
	return fmt.Sprintf(
		"gpu.module @m {\ngpu.func @f(%s) kernel {\n%%i = gpu.block_id x\n%sgpu.return\n}\n}\n",
		s.parameters(),
		s.operands()+s.operations(0, len(s.Rows)))
}

func (s *Suite) parameters() string {
	var list []string
	for k := range s.Columns {
		list = append(list, fmt.Sprintf("%%X%d: memref<%dxi64>", k, s.Count()))
	}
	return strings.Join(append(list, "%R: "+s.ResultType()), ", ")
}

// operands loads the operands with the number %i.
func (s *Suite) operands() string {
	var b strings.Builder
	for k := range s.Columns {
		fmt.Fprintf(&b, "%%x%[1]d = memref.load %%X%[1]d[%%i] : memref<%[2]dxi64>\n", k, s.Count())
	}
	return b.String()
}

// operations computes some of the operations.
func (s *Suite) operations(from, to int) string {
	var b strings.Builder
	for k := from; k < to; k++ {
		code := strings.NewReplacer("%r", fmt.Sprintf("%%r%d", k), "%_",
			fmt.Sprintf("%%t%d_", k)).Replace(s.Rows[k].Code)
		fmt.Fprintf(&b,
			"%[1]s\n%%k%[2]d = arith.constant %[2]d : index\nmemref.store %%r%[2]d, %%R[%%k%[2]d, %%i] : "+
				"%[3]s\n", code, k, s.ResultType())
	}
	return b.String()
}

// Differences says where the results, in the order of the rows, are not those of the table: of each operation
// the first one.
func (s *Suite) Differences(results []byte) []string {
	var list []string
	for k, row := range s.Rows {
		for i, want := range row.Want {
			got := binary.LittleEndian.Uint64(results[8*(k*s.Count()+i):])
			if got == want {
				continue
			}
			var operands []string
			for _, column := range s.Columns {
				operands = append(operands, fmt.Sprintf("%#x", column[i]))
			}
			list = append(list, fmt.Sprintf("%s of %s is %#x, want %#x", row.Name,
				strings.Join(operands, ", "), got, want))
			break
		}
	}
	return list
}

// Bytes are numbers as they stand in memory.
func Bytes(numbers []uint64) []byte {
	b := make([]byte, 0, 8*len(numbers))
	for _, n := range numbers {
		b = binary.LittleEndian.AppendUint64(b, n)
	}
	return b
}
