// Trees as nested lists, in the server's notation: a(b=1 c(d=2 e=3)) with names, ((1 4) (5 6))
// without.

export interface Sprout {
  name: string
  value?: string
  children?: Sprout[]
}

/** sprout reads a nested list. */
export function sprout(text: string): Sprout {
  let at = 0
  const word = () => {
    const from = at
    while (at < text.length && !/[\s(),=]/.test(text[at]!)) at++
    return text.slice(from, at)
  }
  const space = () => {
    while (/[\s,]/.test(text[at] ?? '')) at++
  }
  const node = (): Sprout => {
    space()
    const first = word()
    if (text[at] === '(') {
      at++
      const children: Sprout[] = []
      for (space(); at < text.length && text[at] !== ')'; space()) children.push(node())
      at++
      return { name: first, children }
    }
    if (text[at] === '=') {
      at++
      return { name: first, value: word() }
    }
    if (!first) at++
    return { name: '', value: first }
  }
  return node()
}

/** nested writes a tree as a nested list. */
export function nested(s: Sprout): string {
  if (s.children) return `${s.name}(${s.children.map(nested).join(' ')})`
  return s.name ? `${s.name}=${s.value}` : (s.value ?? '0')
}

/** reach returns the node at the end of a path of child indices. */
export function reach(s: Sprout, path: number[]): Sprout | undefined {
  return path.reduce<Sprout | undefined>((at, i) => at?.children?.[i], s)
}
