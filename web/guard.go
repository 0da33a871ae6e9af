package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// guard passes on only requests that are safe to answer. Any page can make a browser send
// requests; guard refuses a request that
//
//   - names a host other than this machine: a foreign name that is made to point here (DNS
//     rebinding) would give that site's pages our rights;
//   - changes or starts something and comes from another site's page;
//   - lacks the token where one is needed.
func (s *Server) guard(next http.Handler) http.Handler {
	cross := http.NewCrossOriginProtection()
	cross.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		refuse(w, r, http.StatusForbidden, reason.New("this request comes from another site's page"))
	}))
	next = cross.Handler(s.knock(next))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		if !s.answersTo(r.Host) {
			refuse(w, r, http.StatusMisdirectedRequest, reason.New("this server does not answer to that name; use its address"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// policy lets the page use its own files only: no inline scripts, frames or foreign hosts.
// Inline styles are allowed for the geometry of boards.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; " +
	"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'" + unframed

// unframed forbids other sites to show the page in a frame. With the query embedded the page may be
// framed: it then shows one game without menus (page/src/keep.ts).
const unframed, embedded = "; frame-ancestors 'none'", "embed=1"

func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// answersTo reports whether a request's Host is an IP address or one of the server's names. An
// address literal is safe because no name can resolve to it.
func (s *Server) answersTo(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if _, err := netip.ParseAddr(host); err == nil || host == "localhost" {
		return true
	}
	return slices.ContainsFunc(s.config.Hosts, func(name string) bool { return strings.EqualFold(host, name) })
}

// cookie is the name of the cookie that keeps the token in a browser.
const cookie = "plywood"

// knock asks for the token, if the server has one. A client sends it as a bearer token. A
// browser may send it in the query of its first request, and keeps it as a cookie.
func (s *Server) knock(next http.Handler) http.Handler {
	if s.config.Token == "" {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && s.isToken(r.URL.Query().Get("token")) {
			http.SetCookie(w, &http.Cookie{
				Name: cookie, Value: url.QueryEscape(s.config.Token), Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
			})
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		var kept string // escaped in the cookie, because cookies allow few characters
		if c, err := r.Cookie(cookie); err == nil {
			kept, _ = url.QueryUnescape(c.Value)
		}
		bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if s.isToken(kept) || s.isToken(bearer) {
			next.ServeHTTP(w, r)
			return
		}
		refuse(w, r, http.StatusUnauthorized, reason.New("a token is needed: open the address that the server printed"))
	})
}

func (s *Server) isToken(text string) bool {
	return subtle.ConstantTimeCompare([]byte(text), []byte(s.config.Token)) == 1
}
