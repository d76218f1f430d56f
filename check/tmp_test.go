package check_test
import ("testing";"os";"fmt";"time";"github.com/inflight-compiler/inflight/check")
func TestTmp(t *testing.T){
 src,_:=os.ReadFile("/tmp/g3.mlir")
 m:=parse(t,"g3.mlir",src)
 s:=time.Now()
 r,err:=check.Module(m,check.Options{})
 fmt.Println(time.Since(s),err); fmt.Println(r.Text(), r.Functions[0].Stats)
}
