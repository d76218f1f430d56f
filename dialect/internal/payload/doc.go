// Package payload reads and prints the <T> of types with one type as their parameter, such as
// !async.value<T> and !aie.objectfifo<T>.
package payload
