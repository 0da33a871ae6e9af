// Trees as nested lists, in the server's notation: a(b=1 c(d=2 e=3)) with names, ((1 4) (5 6))
// without, min(3 5) or chance a(0.5:3 0.5:7) with who chooses, b=3(!d=7 e=2 ~p=4) with an
// estimate, a noisy move and a pass.

export interface Sprout {
  before?: string // the probability, the mark of a noisy move or a pass and who chooses, as written
  name: string // as written, perhaps in quotation marks
  value?: string // of a leaf, or the estimate
  children?: Sprout[]
}

/** sprout reads a nested list. */
export function sprout(text: string): Sprout {
  let at = 0
  const take = (form: RegExp) => {
    form.lastIndex = at
    const found = form.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  const word = () => take(/"[^"]*"|[^\s(),=]*/y)
  const space = () => {
    while (/[\s,]/.test(text[at] ?? '')) at++
  }
  const node = (): Sprout => {
    space()
    const before = take(/[^\s(),=":]+:/y) + take(/[!~]/y) + take(/(max|min|chance)( |(?=\())/y)
    const first = word()
    let value: string | undefined
    if (text[at] === '=') {
      at++
      value = word()
    }
    if (text[at] === '(') {
      at++
      const children: Sprout[] = []
      for (space(); at < text.length && text[at] !== ')'; space()) children.push(node())
      at++
      return { before, name: first, value, children }
    }
    if (value !== undefined) return { before, name: first, value }
    if (!first) at++
    return { before, name: '', value: first }
  }
  return node()
}

/** nested writes a tree as a nested list. */
export function nested(s: Sprout): string {
  const before = s.before ?? ''
  if (s.children) return `${before}${s.name}${s.value === undefined ? '' : `=${s.value}`}(${s.children.map(nested).join(' ')})`
  return before + (s.name ? `${s.name}=${s.value}` : (s.value ?? '0'))
}

/** reach returns the node at the end of a path of child indices. */
export function reach(s: Sprout, path: number[]): Sprout | undefined {
  return path.reduce<Sprout | undefined>((at, i) => at?.children?.[i], s)
}

/** passes reports whether a node is what a pass leads to, the last child. */
export const passes = (s?: Sprout) => !!s?.before?.includes('~')

/** even makes the children of a chance node equally probable: their number has changed. */
export function even(s: Sprout) {
  for (const c of s.children ?? []) c.before = c.before?.replace(/^[^:]+:/, '')
}
