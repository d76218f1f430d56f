// Package verdict has the words in which both judges of waits tell what they found: package check, of
// programs in the IR, and package ptx/judge, of kernels in PTX. docs/glossary.md says what the words mean.
package verdict
