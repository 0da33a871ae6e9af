package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// part is something of others in a release: a module, Go's standard library, or a package
// of the page.
type part struct {
	name    string            // the path of a module; std
	version string            // with the v of modules
	purl    string            // package URL
	sum     string            // as in go.sum, or ""
	in      []string          // the programs that contain it
	papers  map[string][]byte // texts of licences and notices by their path in the part
}

// The names of files that state a licence, and of those that belong to one.
var (
	licenceName = regexp.MustCompile(`(?i)^((un)?licen[cs]e|copying)[^/]*$`)
	noticeName  = regexp.MustCompile(`(?i)^(notice|patents|copyright)[^/]*$`)
)

// listed is what go list says of a package.
type listed struct {
	Dir      string
	Standard bool
	Module   *struct {
		Path, Version, Dir, Sum string
		Main                    bool
		Replace                 *struct{ Path string }
	}
}

// linkedParts returns what programs contain, built with the settings of env, and the packages
// of the page, in the order of their names. The named program has the page. It fails if a
// part has no licence file.
func linkedParts(root string, env, programs []string, page string) ([]*part, error) {
	parts, err := pageParts(filepath.Join(root, "web", "page", "vendor"), page)
	if err != nil {
		return nil, err
	}
	std, goroot, err := standard(root)
	if err != nil {
		return nil, err
	}
	found := map[string]*part{}
	for _, program := range programs {
		packages, err := dependencies(root, env, program)
		if err != nil {
			return nil, err
		}
		for _, l := range packages {
			if !l.Standard && l.Module.Main {
				continue
			}
			fresh, top := std, goroot
			if !l.Standard {
				if fresh, top, err = l.part(); err != nil {
					return nil, err
				}
			}
			p := found[fresh.name]
			if p == nil {
				p = &fresh
				p.papers = map[string][]byte{}
				found[p.name] = p
			}
			if base := path.Base(program); !slices.Contains(p.in, base) {
				p.in = append(p.in, base)
			}
			if err := p.collect(l.Dir, top); err != nil {
				return nil, err
			}
		}
	}
	parts = append(parts, slices.Collect(maps.Values(found))...)
	slices.SortFunc(parts, func(a, b *part) int { return cmp.Compare(a.name, b.name) })
	for _, p := range parts {
		if !p.licensed() {
			return nil, fmt.Errorf("%s %s has no licence file", p.name, p.version)
		}
	}
	return parts, nil
}

// standard returns Go's standard library, without licences, and its folder.
func standard(root string) (p part, top string, err error) {
	if top, err = output(root, "go", "env", "GOROOT"); err != nil {
		return part{}, "", err
	}
	version, err := output(root, "go", "env", "GOVERSION")
	return part{name: "std", version: version, purl: "pkg:golang/std@" + strings.TrimPrefix(version, "go")}, top, err
}

// part returns the part of a package outside the standard library, without licences, and its folder.
func (l *listed) part() (p part, top string, err error) {
	m := l.Module
	if m.Replace != nil {
		return part{}, "", fmt.Errorf("%s is replaced by %s: a release takes modules as published", m.Path, m.Replace.Path)
	}
	purl := "pkg:golang/" + strings.ToLower(m.Path) + "@" + strings.ReplaceAll(m.Version, "+", "%2B")
	return part{name: m.Path, version: m.Version, purl: purl, sum: m.Sum}, m.Dir, nil
}

// dependencies returns the packages that a program is linked from.
func dependencies(root string, env []string, program string) (packages []listed, err error) {
	list := exec.Command("go", "list", "-deps", "-json=Dir,Standard,Module", program)
	list.Dir, list.Env = root, append(os.Environ(), env...)
	var faults bytes.Buffer
	list.Stderr = &faults
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w: %s", err, faults.String())
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l listed
		if err := d.Decode(&l); err == io.EOF {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages = append(packages, l)
	}
}

// pageParts returns the packages of the page, the folders of vendor, each with its licence
// and a file VERSION. They are in the named program.
func pageParts(vendor, program string) (parts []*part, err error) {
	folders, err := os.ReadDir(vendor)
	if err != nil {
		return nil, err
	}
	for _, f := range folders {
		dir := filepath.Join(vendor, f.Name())
		version, err := os.ReadFile(filepath.Join(dir, "VERSION"))
		if err != nil {
			return nil, err
		}
		p := &part{name: f.Name(), version: strings.TrimSpace(string(version)), in: []string{program}, papers: map[string][]byte{}}
		p.purl = "pkg:npm/" + p.name + "@" + p.version
		if err := p.collect(dir, dir); err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// collect adds the licences in a folder of the part, and in those above it up to top.
func (p *part) collect(dir, top string) error {
	for {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, e := range entries {
			if !e.Type().IsRegular() || !licenceName.MatchString(e.Name()) && !noticeName.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			full := filepath.Join(dir, e.Name())
			name, err := filepath.Rel(top, full)
			if err != nil {
				return err
			}
			if p.papers[filepath.ToSlash(name)], err = os.ReadFile(full); err != nil {
				return err
			}
		}
		if dir == top || len(dir) <= len(top) {
			return nil
		}
		dir = filepath.Dir(dir)
	}
}

// licensed reports whether a licence stands at the top of the part.
func (p *part) licensed() bool {
	for name := range p.papers {
		if licenceName.MatchString(name) {
			return true
		}
	}
	return false
}

// endorse is a phrase of the third clause of the BSD licence.
const endorse = "endorse or promote products derived from this software"

// marks are phrases of licences, by their SPDX identifiers.
var marks = []struct{ id, phrase string }{
	{"Apache-2.0", "apache license version 2.0"},
	{"BSD-2-Clause", "redistribution and use in source and binary forms"},
	{"BSD-3-Clause", endorse},
	{"ISC", "permission to use, copy, modify, and/or distribute this software for any purpose with or without fee"},
	{"ISC", "permission to use, copy, modify, and distribute this software for any purpose with or without fee"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining a copy"},
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"MPL-2.0", "mozilla public license, version 2.0"},
}

// identifiers returns the SPDX identifiers of the licences at the top of the part, those that
// it recognises.
func (p *part) identifiers() []string {
	found := map[string]bool{}
	for name, text := range p.papers {
		if !licenceName.MatchString(name) {
			continue
		}
		plain := strings.ToLower(strings.Join(strings.Fields(string(text)), " "))
		for _, m := range marks {
			count := strings.Count(plain, m.phrase)
			if m.id == "BSD-2-Clause" {
				count -= strings.Count(plain, endorse) // the same text with a clause more
			}
			if count > 0 {
				found[m.id] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// licences returns the licences of the parts as one text.
func licences(parts []*part) []byte {
	var out bytes.Buffer
	fmt.Fprint(&out, "The programs beside this file contain work of others. This file has its licences.\nPlywood's own is in the file LICENSE. docs/data.md lists the origin of data.\n\n")
	for _, p := range parts {
		fmt.Fprintf(&out, "%s %s (%s)\n", p.name, p.version, strings.Join(p.in, ", "))
	}
	for _, p := range parts {
		for _, name := range slices.Sorted(maps.Keys(p.papers)) {
			fmt.Fprintf(&out, "\n%s\n%s %s: %s\n\n%s\n", strings.Repeat("=", 72), p.name, p.version, name, bytes.TrimSpace(p.papers[name]))
		}
	}
	return out.Bytes()
}
