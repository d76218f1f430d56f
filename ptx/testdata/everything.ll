target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [1024 x i8] undef, align 16
@dyn = external addrspace(3) global [0 x i8], align 16
@tab = addrspace(4) constant [4 x float] [float 1.0, float 2.0, float 3.0, float 4.0]
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32,i32,i32,i32)
define float @helper(float %x, i32 %i) noinline {
  %y = fmul float %x, 3.0
  %p = getelementptr [4 x float], ptr addrspace(4) @tab, i32 0, i32 %i
  %t = load float, ptr addrspace(4) %p
  %z = fadd float %y, %t
  ret float %z
}
define ptx_kernel void @k(ptr addrspace(1) %a, ptr %b, i32 %n, half %h) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %o = mul i32 %t, 16
  %s = getelementptr i8, ptr addrspace(3) @s, i32 %o
  %g = getelementptr i8, ptr addrspace(1) %a, i32 %o
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %s, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %c = icmp slt i32 %t, %n
  br i1 %c, label %x, label %y
x:
  %v = load <4 x float>, ptr addrspace(3) %s
  %e = extractelement <4 x float> %v, i32 1
  %r = call float @helper(float %e, i32 %n)
  %q = getelementptr float, ptr %b, i32 %t
  %sh = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %n, i32 1, i32 31)
  %shf = sitofp i32 %sh to float
  %r2 = fadd float %r, %shf
  %hf = fpext half %h to float
  %r3 = fdiv float %r2, %hf
  store float %r3, ptr %q
  %old = atomicrmw add ptr addrspace(1) %a, i32 1 seq_cst
  br label %y
y:
  ret void
}
