// Records of games: from what a file says to a study, and back.

import type { Heading, Note, Recorded, Variation } from './api'
import type { Branch, Study } from './study'
import type { Node } from './tree'

const headings = ['players', 'event', 'place', 'round', 'date', 'result', 'comment', 'tags'] as const

/** headingOf returns the heading of a record. */
export const headingOf = (r: Heading): Heading => Object.fromEntries(headings.flatMap((k) => (r[k] === undefined ? [] : [[k, r[k]]])))

/** facts are the facts about a game's event that have names in all notations. */
export const facts = ['event', 'place', 'round', 'date'] as const

/** summaryOf writes a heading in one line, without the players. */
export const summaryOf = (h: Heading): string => [...facts.map((f) => h[f]), h.result].filter(Boolean).join(' · ')

/** ratingOf returns a player's rating as notations name it: by the colour, or by its first letter. */
export function ratingOf({ tags = {} }: Heading, colour: string): string {
  const name = RegExp(`\\.(${colour}(Elo|Rating)|R${colour[0]}|${colour[0]}R)$`)
  return Object.entries(tags).find(([key]) => name.test(key))?.[1] ?? ''
}

/** clockAt returns the time that a record gives a side at a node, in milliseconds. */
export function clockAt(n: Node, side: number): number | undefined {
  for (let at: Node | null = n; at?.parent; at = at.parent) if (at.note?.clock_ms !== undefined && at.parent.state.side === side) return at.note.clock_ms
  return undefined
}

/** joined joins comments, without those that are missing. */
const joined = (...comments: (string | undefined)[]) => comments.filter(Boolean).join('\n')

/** laidOut returns the moves of a record with its variations and annotations, as a study has
 * them. The comment before a variation joins that on its first move. */
export function laidOut(r: Recorded): Pick<Study, 'moves' | 'comments' | 'notes' | 'heading'> {
  const moves: Branch[] = []
  const comments: Record<number, string> = {}
  const notes: Record<number, Note> = {}
  const add = ({ moves: own, notes: said = {}, variations = [] }: Variation, start: number) => {
    const at = [start] // the numbers of the line's positions
    for (const move of own) at.push(moves.push({ from: at.at(-1)!, move }))
    for (const [n, note] of Object.entries(said)) {
      const number = at[Math.max(Number(n), start ? 1 : 0)]
      if (number === undefined) continue
      notes[number] = { ...notes[number], ...note }
      if (note.text) comments[number] = joined(comments[number], note.text)
    }
    for (const v of variations) add(v, at[v.at]!)
  }
  add(r, 0)
  comments[0] = joined(r.comment, notes[0]?.text)
  return { moves, comments, notes, heading: headingOf(r) }
}

/** recordOf returns a tree of moves as a record: one line of it or, without that, the first line
 * with all variations. said is what to add to the note on a position. */
export function recordOf(root: Node, line: Node[] | null, heading: Heading | undefined, said: (n: Node) => Note): Variation & Heading {
  const noted = (n: Node): Note => {
    const { text: before, ...values } = n.note ?? {}
    const { text: more, ...others } = said(n)
    const words = n.parent ? n.comment : before
    return { ...values, ...others, text: [words, more].filter(Boolean).join(' ') }
  }
  const onwards = (n: Node) => {
    const all = [n]
    for (let at = n; at.children[0]; all.push(at)) at = at.children[0]
    return all
  }
  /** lineOf writes the moves to all nodes but the first. Its variations depart from own on. */
  const lineOf = (nodes: Node[], own: number): Variation => ({
    moves: nodes.slice(1).map((n) => n.state.move!),
    notes: Object.fromEntries(nodes.map((n, i) => [i, noted(n)] as const).slice(own)),
    variations: line ? [] : nodes.slice(own, -1).flatMap((n, i) => n.children.slice(1).map((v) => ({ at: own + i, ...lineOf([n, ...onwards(v)], 1) }))),
  })
  const out = { ...heading, ...lineOf(line ?? onwards(root), 0) }
  if ((root.comment ?? '') === joined(heading?.comment, root.note?.text)) return out
  return { ...out, comment: root.comment, notes: { ...out.notes, 0: { ...out.notes![0], text: '' } } }
}
