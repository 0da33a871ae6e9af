package flags

import (
	"net"
	"net/netip"
	"strconv"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/words"
)

// BeyondLoopback reports whether other machines can reach an address.
func BeyondLoopback(listen string) (bool, error) {
	host, port, err := net.SplitHostPort(listen)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return false, exit.Usage(words.Tell("refused.listen", "value", strconv.Quote(listen)))
	}
	if host == "localhost" {
		return false, nil
	}
	ip, err := netip.ParseAddr(host)
	return err != nil || !ip.IsLoopback(), nil
}
