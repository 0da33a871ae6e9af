package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// component is a component of a list in the format CycloneDX 1.5.
type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Hashes     []hash     `json:"hashes,omitempty"`
	Licences   []licence  `json:"licenses,omitempty"`
	PURL       string     `json:"purl,omitempty"`
	Properties []property `json:"properties,omitempty"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type licence struct {
	Licence named `json:"license"`
}

type named struct {
	ID   string `json:"id,omitempty"`
	Name string `json:"name,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

// own is Plywood's own licence.
var own = []licence{{named{ID: "MIT"}}}

// sbom returns the list of everything in a release: the built files, and the parts that the
// programs were linked from.
func sbom(version string, when time.Time, parts []*part, built []file) ([]byte, error) {
	root := component{Type: "application", Ref: "plywood", Name: "plywood", Version: version, Licences: own}
	depends := []dependency{{Ref: root.Ref}}
	programs := map[string][]string{}
	for _, p := range parts {
		for _, program := range p.in {
			programs[program] = append(programs[program], p.purl)
		}
	}
	var components []component
	hashes := map[string][]hash{}
	for _, f := range built {
		digest := []hash{{"SHA-256", fmt.Sprintf("%x", sha256.Sum256(f.data))}}
		if base := strings.TrimSuffix(f.name, ".exe"); programs[base] != nil {
			hashes[base] = digest
			continue
		}
		components = append(components, component{Type: "file", Ref: "file:" + f.name, Name: f.name, Version: version, Hashes: digest})
	}
	for _, base := range slices.Sorted(maps.Keys(programs)) {
		components = append(components, component{Type: "application", Ref: base, Name: base, Version: version, Licences: own, Hashes: hashes[base]})
		depends[0].DependsOn = append(depends[0].DependsOn, base)
		depends = append(depends, dependency{base, programs[base]})
	}
	for _, p := range parts {
		c := component{Type: "library", Ref: p.purl, Name: p.name, Version: p.version, PURL: p.purl}
		for _, id := range p.identifiers() {
			c.Licences = append(c.Licences, licence{named{ID: id}})
		}
		if c.Licences == nil {
			c.Licences = []licence{{named{Name: "see the file LICENSES"}}}
		}
		if p.sum != "" {
			c.Properties = []property{{"plywood:go.sum", p.sum}}
		}
		components = append(components, c)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(map[string]any{
		"bomFormat":    "CycloneDX",
		"specVersion":  "1.5",
		"version":      1,
		"metadata":     map[string]any{"timestamp": when.Format(time.RFC3339), "component": root},
		"components":   components,
		"dependencies": depends,
	})
	return out.Bytes(), err
}
