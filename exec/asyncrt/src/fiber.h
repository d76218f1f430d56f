// Stacks. A blocking await must not run other tasks on top of the waiting frame: that frame could not
// continue before these tasks have returned, and one of them may wait for something that comes after the
// frame's wait. So the thread leaves the frame on its stack and executes tasks on another stack, until the
// frame can continue and no task runs.

#ifndef INFLIGHT_FIBER_H
#define INFLIGHT_FIBER_H

#include "state.h"

// The functions that tell the sanitizers about stacks. They are declared here, because not every compiler has
// their headers.
#if HAVE_ASAN
void __sanitizer_start_switch_fiber(void **fakeStack, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fakeStack, const void **bottom, size_t *size);
#endif
#if HAVE_TSAN
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
#endif

// inflightSwitchStack saves the registers that a call preserves on the current stack and the stack pointer in
// *from. Then it restores them from the stack `to`.
void inflightSwitchStack(void **from, void *to);

// enterFiber is the first function on a new stack.
static void enterFiber(void);

#if defined(__x86_64__)

#ifndef INFLIGHT_INLINE
__asm__(
    ".text\n"
    ".p2align 4\n"
    ".hidden inflightSwitchStack\n"
    ".globl inflightSwitchStack\n"
    ".type inflightSwitchStack,@function\n"
    "inflightSwitchStack:\n"
    "    pushq %rbp\n"
    "    pushq %rbx\n"
    "    pushq %r12\n"
    "    pushq %r13\n"
    "    pushq %r14\n"
    "    pushq %r15\n"
    "    subq $8, %rsp\n"
    "    stmxcsr (%rsp)\n"
    "    fnstcw 4(%rsp)\n"
    "    movq %rsp, (%rdi)\n"
    "    movq %rsi, %rsp\n"
    "    ldmxcsr (%rsp)\n"
    "    fldcw 4(%rsp)\n"
    "    addq $8, %rsp\n"
    "    popq %r15\n"
    "    popq %r14\n"
    "    popq %r13\n"
    "    popq %r12\n"
    "    popq %rbx\n"
    "    popq %rbp\n"
    // A jump instead of a return: the processor predicts returns from the calls that it has seen, and the
    // matching call was another one.
    "    popq %rcx\n"
    "    jmp *%rcx\n"
    ".size inflightSwitchStack,.-inflightSwitchStack\n");
#endif

// newStackPointer prepares a stack in the form in which a switch leaves one: control words, six registers,
// the address to continue at, and a return address of zero, at which a walk of the stack ends.
static void *newStackPointer(char *top) {
    uint64_t *frame = (uint64_t *)top - 11;  // so that the return address is where the ABI requires it
    memset(frame, 0, 11 * sizeof *frame);
    uint32_t *control = (uint32_t *)frame;
    __asm__ volatile("stmxcsr %0" : "=m"(control[0]));
    __asm__ volatile("fnstcw %0" : "=m"(*(uint16_t *)&control[1]));
    frame[7] = (uint64_t)(uintptr_t)enterFiber;
    return frame;
}

#elif defined(__aarch64__)

#ifndef INFLIGHT_INLINE
__asm__(
    ".text\n"
    ".p2align 4\n"
    ".hidden inflightSwitchStack\n"
    ".globl inflightSwitchStack\n"
    ".type inflightSwitchStack,%function\n"
    "inflightSwitchStack:\n"
    "    sub sp, sp, #176\n"
    "    stp x19, x20, [sp, #0]\n"
    "    stp x21, x22, [sp, #16]\n"
    "    stp x23, x24, [sp, #32]\n"
    "    stp x25, x26, [sp, #48]\n"
    "    stp x27, x28, [sp, #64]\n"
    "    stp x29, x30, [sp, #80]\n"
    "    stp d8, d9, [sp, #96]\n"
    "    stp d10, d11, [sp, #112]\n"
    "    stp d12, d13, [sp, #128]\n"
    "    stp d14, d15, [sp, #144]\n"
    "    mrs x9, fpcr\n"
    "    str x9, [sp, #160]\n"
    "    mov x9, sp\n"
    "    str x9, [x0]\n"
    "    mov sp, x1\n"
    "    ldp x19, x20, [sp, #0]\n"
    "    ldp x21, x22, [sp, #16]\n"
    "    ldp x23, x24, [sp, #32]\n"
    "    ldp x25, x26, [sp, #48]\n"
    "    ldp x27, x28, [sp, #64]\n"
    "    ldp x29, x30, [sp, #80]\n"
    "    ldp d8, d9, [sp, #96]\n"
    "    ldp d10, d11, [sp, #112]\n"
    "    ldp d12, d13, [sp, #128]\n"
    "    ldp d14, d15, [sp, #144]\n"
    "    ldr x9, [sp, #160]\n"
    "    msr fpcr, x9\n"
    "    add sp, sp, #176\n"
    "    br x30\n"
    ".size inflightSwitchStack,.-inflightSwitchStack\n");
#endif

static void *newStackPointer(char *top) {
    uint64_t *frame = (uint64_t *)top - 22;
    memset(frame, 0, 22 * sizeof *frame);
    frame[11] = (uint64_t)(uintptr_t)enterFiber;
    __asm__ volatile("mrs %0, fpcr" : "=r"(frame[20]));
    return frame;
}

#else
#error "the runtime knows how to switch stacks on x86-64 and AArch64"
#endif

// Stacks have the usual size of thread stacks, because they run the same tasks. Memory is used when it is
// first accessed.
enum { STACK_SIZE = 8 << 20, GUARD_SIZE = 64 << 10, MOST_IDLE_FIBERS = 256 };

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif
#ifndef MAP_STACK
#define MAP_STACK 0
#endif

COLD static struct fiber *newFiber(struct thread *self) {
    char *memory = mmap(NULL, STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, GUARD_SIZE, PROT_NONE) != 0)
        fail("no memory for the stack of a task that blocks");
    struct fiber *f = (struct fiber *)(memory + STACK_SIZE) - 1;
    f = (struct fiber *)((uintptr_t)f & ~(uintptr_t)(CACHE_LINE - 1));
    memset(f, 0, sizeof *f);
    f->thread = self;
    f->memory = memory;
    f->size = STACK_SIZE;
    f->stackPointer = newStackPointer((char *)f);
#if HAVE_ASAN
    f->bottom = memory + GUARD_SIZE;
    f->usable = (size_t)((char *)f - (memory + GUARD_SIZE));
#endif
#if HAVE_TSAN
    f->tsan = __tsan_create_fiber(0);
#endif
#if defined(INFLIGHT_VALGRIND)
    f->valgrindStack = VALGRIND_STACK_REGISTER(memory + GUARD_SIZE, f);
#endif
    return f;
}

static void freeFiber(struct fiber *f) {
#if HAVE_TSAN
    __tsan_destroy_fiber(f->tsan);
#endif
#if defined(INFLIGHT_VALGRIND)
    VALGRIND_STACK_DEREGISTER(f->valgrindStack);
#endif
    munmap(f->memory, f->size);
}

// switchFiber continues `to` where it stopped. It returns when another switch continues the caller.
static inline void switchFiber(struct thread *self, struct fiber *to) {
    struct fiber *from = self->current;
    self->current = to;
#if HAVE_ASAN
    __sanitizer_start_switch_fiber(&from->fakeStack, to->bottom, to->usable);
#endif
#if HAVE_TSAN
    __tsan_switch_to_fiber(to->tsan, 0);
#endif
    inflightSwitchStack(&from->stackPointer, to->stackPointer);
#if HAVE_ASAN
    __sanitizer_finish_switch_fiber(from->fakeStack, NULL, NULL);
#endif
}

// initBase describes the stack on which the thread was started.
static void initBase(struct thread *self) {
    memset(&self->base, 0, sizeof self->base);
    self->base.thread = self;
    self->current = &self->base;
#if HAVE_ASAN && defined(__linux__)
    pthread_attr_t attributes;
    void *bottom = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &bottom, &size);
        pthread_attr_destroy(&attributes);
    }
    self->base.bottom = bottom;
    self->base.usable = size;
#endif
#if HAVE_TSAN
    self->base.tsan = __tsan_get_current_fiber();
#endif
}

#endif
