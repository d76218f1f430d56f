package tmpx
import ("testing";"math/rand/v2";"fmt";"os";"strconv"
"github.com/inflight-compiler/inflight/diag"
"github.com/inflight-compiler/inflight/dialect/all"
"github.com/inflight-compiler/inflight/internal/randloop"
"github.com/inflight-compiler/inflight/ir/text"
"github.com/inflight-compiler/inflight/transform/softpipe"
)
func TestY(t *testing.T){
  seed,_:=strconv.ParseUint(os.Getenv("SEED"),10,64)
  r := rand.New(rand.NewPCG(seed, 1))
  p := randloop.New(r)
  m, _ := text.Parse(all.NewContext(), diag.NewFile("r.mlir", []byte(p.Text())), text.Options{})
  softpipe.Apply(m)
  fmt.Println(string(text.Append(nil,m,text.PrintOptions{})))
}
