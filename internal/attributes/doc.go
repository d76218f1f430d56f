// Package attributes finds out what becomes of the attributes of operations: Others gives an attribute other
// values, and Consumers tell whether any of them makes a difference to what is computed, to code or to a
// verdict. Only tests import it.
//
// values.go makes values; consumer.go has the consumers: the simulator, the code of each engine, and the
// judge. The tests hold docs/attributes.md against them: table_test.go reads its tables, and observe_test.go
// changes the programs of testdata and of other packages.
package attributes
