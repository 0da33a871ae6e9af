// Arrows and circles that the reader draws. They are in the comment on a position, as PGN has them:
// [%csl Re4] is a red circle and [%cal Gd2d4] a green arrow. Longer names have a hyphen: G11-15.

/** Ink is an arrow between two cells, or a circle on one. */
export interface Ink {
  colour: string // G, R, Y or B
  from: string
  to: string // the same cell for a circle
}

const command = /\[%(?:cal|csl)\s+([^\]]*)\]\s*/g

/** wordsOf returns a comment without its drawings. */
export const wordsOf = (comment = ''): string => comment.replace(command, '')

/** reworded returns a comment with other words and its own drawings. */
export const reworded = (comment = '', words: string): string =>
  [(comment.match(command) ?? []).join(' ').trim().replace(/\s+/g, ' '), words].filter(Boolean).join(' ')

/** inkOf returns the drawings of a comment on the cells with the given names. */
export function inkOf(comment = '', cells: Set<string>): Ink[] {
  const items = [...comment.matchAll(command)].flatMap(([, list]) => list!.split(',').map((item) => item.trim()))
  return items.flatMap((item): Ink[] => {
    const [colour, rest] = [item.charAt(0), item.slice(1)]
    if (!/[GRYB]/.test(colour)) return []
    if (cells.has(rest)) return [{ colour, from: rest, to: rest }]
    const [from = '', to = ''] = rest.includes('-') ? rest.split('-') : [rest.slice(0, 2), rest.slice(2)]
    return cells.has(from) && cells.has(to) ? [{ colour, from, to }] : []
  })
}

/** inked returns a comment with other drawings and its own words. */
export function inked(comment: string | undefined, all: Ink[]): string {
  const list = (name: string, some: Ink[]) => some.length > 0 && `[%${name} ${some.map(written).join()}]`
  return [list('cal', all.filter((i) => i.to !== i.from)), list('csl', all.filter((i) => i.to === i.from)), wordsOf(comment)].filter(Boolean).join(' ')
}

const written = ({ colour, from, to }: Ink) => colour + (from === to ? from : from.length === 2 && to.length === 2 ? from + to : `${from}-${to}`)

/** toggled adds a drawing, removes the same one, or changes its colour. */
export function toggled(all: Ink[], one: Ink): Ink[] {
  const same = all.find((i) => i.from === one.from && i.to === one.to)
  return [...all.filter((i) => i !== same), ...(same?.colour === one.colour ? [] : [one])]
}
