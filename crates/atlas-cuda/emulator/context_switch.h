// The switch from one stack to another, and what sanitizers are told of it.
#pragma once

#if defined(EMU_THREAD_SANITIZER)
extern "C" {
void* __tsan_get_current_fiber();
void* __tsan_create_fiber(unsigned flags);
void __tsan_switch_to_fiber(void*, unsigned flags);
void __tsan_acquire(void*);
void __tsan_release(void*);
}
#define NO_ORDER 1
#endif
#if defined(EMU_ADDRESS_SANITIZER)
#include <sanitizer/common_interface_defs.h>
#endif

// Saves the registers that a call must keep on this stack and goes on with those of the other.
extern "C" void emu_switch(void** from, void* to);
asm(R"(
.text
.globl emu_switch
.hidden emu_switch
.type emu_switch,@function
emu_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size emu_switch, .-emu_switch
)");
