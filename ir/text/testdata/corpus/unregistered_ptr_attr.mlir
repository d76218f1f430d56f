// Covers the attributes of the ptr dialect as attributes of other operations.
"test.x"() {a = #ptr.spec<size = 64, abi = 64, preferred = 128, index = 64>, b = #ptr.spec<size = 32, abi = 32, preferred = 32>, c = #ptr.null : !ptr.ptr<#ptr.generic_space>} : () -> ()
func.func @constants() {
  %0 = ptr.constant #ptr.address<-1> : !ptr.ptr<#ptr.generic_space>
  %1 = ptr.constant #ptr.address<0x1000> : !ptr.ptr<#ptr.generic_space>
  %2 = ptr.constant {a} #ptr.null : !ptr.ptr<#ptr.generic_space>
  "a.b"() {c = [#ptr.null : !ptr.ptr<#ptr.generic_space>, #ptr.generic_space]} : () -> ()
  return
}
