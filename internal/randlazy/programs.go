package randlazy

// Programs returns programs by their titles. Each makes about n lazy tasks, where n is the argument of @main,
// and returns n. Nothing refers to a task at the end; in those that contain "iter_args(%sum", an iteration
// leaves nothing behind.
func Programs() map[string]string {
	list := map[string]string{}
	for title, end := range ends {
		list[title] = functions + end
	}
	return list
}

// Failing returns programs by their titles of which each has n tasks, where n is the argument of @main, that
// fail with the message "it fails". The function @main goes on and prints n numbers.
func Failing() map[string]string { return around(failures) }

// Dividing returns programs like those of Failing whose tasks divide integers without a result.
func Dividing() map[string]string { return around(divisions) }

func around(failures map[string]string) map[string]string {
	list := map[string]string{}
	for title, failure := range failures {
		list[title] = failingFunctions + failure + failingEnd
	}
	return list
}

const functions = `
async.func @down(%n: i64) -> !async.value<i64> attributes {lazy} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %zero : i64
  %r = scf.if %end -> i64 {
    scf.yield %zero : i64
  } else {
    %m = arith.subi %n, %one : i64
    %v = async.call @down(%m) : (i64) -> !async.value<i64>
    %x = async.await %v : !async.value<i64>
    %y = arith.addi %x, %one : i64
    scf.yield %y : i64
  }
  async.return %r : i64
}
async.func @next(%v: !async.value<i64>) -> !async.value<i64> attributes {lazy} {
  %one = arith.constant 1 : i64
  %x = async.await %v : !async.value<i64>
  %y = arith.addi %x, %one : i64
  async.return %y : i64
}
async.func @next_of(%t: !async.token, %v: !async.value<i64>) -> !async.value<!async.value<i64>> attributes {lazy} {
  async.await %t : !async.token
  async.return %v : !async.value<i64>
}
async.func @buffer(%n: i64) -> !async.value<memref<?x2xi64>> attributes {lazy} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc(%c3) : memref<?x2xi64>
  memref.store %n, %m[%c0, %c0] : memref<?x2xi64>
  async.return %m : memref<?x2xi64>
}
async.func @passed(%v: !async.value<memref<?x2xi64>>) -> !async.value<memref<?x2xi64>> attributes {lazy} {
  %m = async.await %v : !async.value<memref<?x2xi64>>
  async.return %m : memref<?x2xi64>
}
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %start = async.call @down(%zero) : (i64) -> !async.value<i64>
`

// ends are what programs do with lazy tasks, behind functions.
var ends = map[string]string{
	"each awaits the next": `
  %v = async.call @down(%n) : (i64) -> !async.value<i64>
  %x = async.await %v : !async.value<i64>
  return %x : i64
}`,
	"one starts the other": `
  %last = scf.for %i = %zero to %n step %one iter_args(%u = %start) -> (!async.value<i64>) : i64 {
    %a = async.call @next(%u) : (!async.value<i64>) -> !async.value<i64>
    scf.yield %a : !async.value<i64>
  }
  %x = async.await %last : !async.value<i64>
  return %x : i64
}`,
	"nothing starts them": `
  %never = scf.for %i = %zero to %n step %one iter_args(%u = %start) -> (!async.value<i64>) : i64 {
    %a = async.call @next(%u) : (!async.value<i64>) -> !async.value<i64>
    scf.yield %a : !async.value<i64>
  }
  return %n : i64
}`,
	"in a loop": `
  %z = scf.for %i = %zero to %n step %one iter_args(%sum = %zero) -> (i64) : i64 {
    %a = async.call @down(%one) : (i64) -> !async.value<i64>
    %b = async.await %a : !async.value<i64>
    %c = arith.addi %sum, %b : i64
    scf.yield %c : i64
  }
  return %z : i64
}`,
	"by groups and tasks": `
  %c2 = arith.constant 2 : index
  %z = scf.for %i = %zero to %n step %one iter_args(%sum = %zero) -> (i64) : i64 {
    %a = async.call @down(%one) : (i64) -> !async.value<i64>
    %b = async.call @next(%a) : (!async.value<i64>) -> !async.value<i64>
    %unused = async.call @next(%b) : (!async.value<i64>) -> !async.value<i64>
    %t, %v = async.execute (%a as %x: !async.value<i64>) -> !async.value<i64> {
      async.yield %x : i64
    }
    %g = async.create_group %c2 : !async.group
    %r0 = async.add_to_group %b, %g : !async.value<i64>
    %r1 = async.add_to_group %t, %g : !async.token
    async.await_all %g
    %y = async.await %v : !async.value<i64>
    %c = arith.addi %sum, %y : i64
    scf.yield %c : i64
  }
  return %z : i64
}`,
	"memory as values": `
  %c0 = arith.constant 0 : index
  %z = scf.for %i = %zero to %n step %one iter_args(%sum = %zero) -> (i64) : i64 {
    %a = async.call @buffer(%one) : (i64) -> !async.value<memref<?x2xi64>>
    %b = async.call @passed(%a) : (!async.value<memref<?x2xi64>>) -> !async.value<memref<?x2xi64>>
    %unused = async.call @passed(%b) : (!async.value<memref<?x2xi64>>) -> !async.value<memref<?x2xi64>>
    %t, %v = async.execute (%b as %x: !async.value<memref<?x2xi64>>) -> !async.value<memref<?x2xi64>> {
      async.yield %x : memref<?x2xi64>
    }
    %m = async.await %v : !async.value<memref<?x2xi64>>
    %y = memref.load %m[%c0, %c0] : memref<?x2xi64>
    memref.dealloc %m : memref<?x2xi64>
    %c = arith.addi %sum, %y : i64
    scf.yield %c : i64
  }
  return %z : i64
}`,
	"values of values": `
  %z = scf.for %i = %zero to %n step %one iter_args(%sum = %zero) -> (i64) : i64 {
    %t = async.execute { async.yield }
    %a = async.call @down(%one) : (i64) -> !async.value<i64>
    %b = async.call @next_of(%t, %a) : (!async.token, !async.value<i64>) -> !async.value<!async.value<i64>>
    %u = async.await %b : !async.value<!async.value<i64>>
    %y = async.await %u : !async.value<i64>
    %c = arith.addi %sum, %y : i64
    scf.yield %c : i64
  }
  return %z : i64
}`,
}

// failures are what ends tasks of failing programs. Each task has 80,000 bytes of its own.
var failures = map[string]string{
	"an assertion": `
      cf.assert %no, "it fails"`,
	"an assertion in a loop": `
      scf.for %j = %zero to %n step %one : i64 {
        %b = memref.alloca() : memref<10xi64>
        memref.store %j, %b[%c0] : memref<10xi64>
        %last = arith.cmpi slt, %j, %n1 : i64
        cf.assert %last, "it fails"
      }`,
	"a wait": `
      %v = async.call @fails(%n) : (i64) -> !async.value<i64>
      %x = async.await %v : !async.value<i64>
      memref.store %x, %a[%c0] : memref<10000xi64>`,
	"a function": `
      %x = func.call @checked(%n) : (i64) -> i64
      memref.store %x, %a[%c0] : memref<10000xi64>`,
}

// divisions are what ends tasks of dividing programs.
var divisions = map[string]string{
	"a division": `
      %d = arith.subi %n, %n : i64
      %x = arith.divsi %i, %d : i64
      memref.store %x, %a[%c0] : memref<10000xi64>`,
	"a remainder in a condition": `
      scf.if %yes {
        %d = arith.subi %n, %n : i64
        %x = arith.remui %i, %d : i64
        memref.store %x, %a[%c0] : memref<10000xi64>
      }`,
	"a quotient": `
      %least = arith.constant -9223372036854775808 : i64
      %minus = arith.subi %zero, %one : i64
      %x = arith.floordivsi %least, %minus : i64
      memref.store %x, %a[%c0] : memref<10000xi64>`,
}

const failingFunctions = `
async.func @lazily(%n: i64) -> !async.value<i64> attributes {lazy} {
  async.return %n : i64
}
func.func private @checked(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<10000xi64>
  memref.store %n, %a[%c0] : memref<10000xi64>
  %ok = arith.cmpi eq, %n, %zero : i64
  cf.assert %ok, "it fails"
  %x = memref.load %a[%c0] : memref<10000xi64>
  return %x : i64
}
async.func @fails(%n: i64) -> !async.value<i64> {
  %x = func.call @checked(%n) : (i64) -> i64
  async.return %x : i64
}
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %c0 = arith.constant 0 : index
  %n1 = arith.subi %n, %one : i64
  %no = arith.cmpi eq, %n, %zero : i64
  %yes = arith.cmpi ne, %n, %zero : i64
  scf.for %i = %zero to %n step %one : i64 {
    %failed = async.execute {
      %a = memref.alloca() : memref<10000xi64>
      memref.store %i, %a[%c0] : memref<10000xi64>
      %t = async.execute { async.yield }
      async.await %t : !async.token`

const failingEnd = `
      async.yield
    }
    %u = async.execute { async.yield }
    async.await %u : !async.token
    %v = async.call @lazily(%i) : (i64) -> !async.value<i64>
    %x = async.await %v : !async.value<i64>
    vector.print %x : i64
  }
  return %n : i64
}`
