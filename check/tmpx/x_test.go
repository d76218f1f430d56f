package tmpx
import ("testing";"math/rand/v2";"fmt";"strings"
"github.com/inflight-compiler/inflight/check"
"github.com/inflight-compiler/inflight/diag"
"github.com/inflight-compiler/inflight/dialect/all"
"github.com/inflight-compiler/inflight/internal/randloop"
"github.com/inflight-compiler/inflight/ir/text"
"github.com/inflight-compiler/inflight/transform/softpipe"
"time"
)
func TestX(t *testing.T){
 bad:=0; inc:=0; n:=0; over:=0
 var worst, total time.Duration
 for seed:=uint64(0); seed<1000; seed++ {
  r := rand.New(rand.NewPCG(seed, 1))
  p := randloop.New(r)
  src:=p.Text()
  m, diags := text.Parse(all.NewContext(), diag.NewFile("r.mlir", []byte(src)), text.Options{})
  if diags.HasErrors() { t.Fatal(diags) }
  if softpipe.Apply(m)!=nil {continue}
  n++
  s:=time.Now()
  rep,err:=check.Module(m,check.Options{})
  d:=time.Since(s); total+=d
  if d>worst {worst=d; fmt.Println("worst",seed,d,rep.Functions[0].Stats)}
  if err!=nil {fmt.Println(seed,err); continue}
  txt:=strings.Builder{}; txt.WriteString(string(text.Append(nil,m,text.PrintOptions{})))
  f:=rep.Functions[0]
  if len(f.Hazards)>0 { bad++; if bad<3 {fmt.Println(seed,src,txt.String(),rep.Text())}}
  if !rep.Complete {inc++; if inc<3 {fmt.Println("INC",seed,src,rep.Text(),f.Stats)}}
  for _,b:=range f.Buffers { if b.VersionsNeeded>b.Versions && len(f.Hazards)==0 {over++; if over<2 {fmt.Println("OVER",seed,src,txt.String(),rep.Text())}}}
 }
 fmt.Println(n,bad,inc,over,worst,total)
}
