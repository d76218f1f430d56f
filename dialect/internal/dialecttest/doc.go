// Package dialecttest runs the tests that every dialect has: the round trip of its operations in both forms,
// the result of the canonicalizer on a program, and the errors of the verifier. Each is compared with a
// golden and, but for forms that it cannot know, with mlir-opt, if that is installed. Only tests import the
// package.
package dialecttest
