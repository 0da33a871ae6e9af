package flags

import (
	"net"
	"net/netip"
	"strconv"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/reason"
)

// BeyondLoopback reports whether other machines can reach an address.
func BeyondLoopback(listen string) (bool, error) {
	host, port, err := net.SplitHostPort(listen)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return false, exit.Usage(reason.Errorf("--listen: %q, want an address and a port such as 127.0.0.1:7590", listen))
	}
	if host == "localhost" {
		return false, nil
	}
	ip, err := netip.ParseAddr(host)
	return err != nil || !ip.IsLoopback(), nil
}
