// A game with its variations: a tree of positions, one of them current.

import type { Analysis, Line, Mark, Note, Review, ReviewedMove, State, Value } from './api'

export interface Node {
  id: number
  parent: Node | null
  children: Node[] // the continuation of the line, then the variations
  ply: number
  state: State
  analysis?: Analysis
  reviewed?: ReviewedMove // review of the move that led here
  next?: ReviewedMove // review of the move played from here
  comment?: string
  note?: Note // other annotations of the record; its text as it was there
  hint?: string // the hint shown to the reader
  ended?: Ended
}

/** Looking is a review in progress. */
export interface Looking {
  done: number // moves
  of: number
  stop: () => void
}

/** Reviewed is a review with the positions of its game, one more than its moves. */
export type Reviewed = Review & { nodes: Node[] }

/** Ended is how a game ended in a position that is not over. */
export type Ended = { loser: 0 | 1; why: 'time' | 'resigned' } | { why: 'agreed' } // on a draw

/** numberOf returns the move number of a ply. */
export const numberOf = (ply: number) => Math.floor((ply + 1) / 2)

/** numbered returns the number of the move to a node as lists write it: "7." or, for the second
 * side, "7…". */
export const numbered = (n: Node) => `${numberOf(n.ply)}${n.ply % 2 ? '.' : '…'}`

/** over reports whether the game is over at a node. */
export const over = (n: Node): boolean => n.state.over || !!n.ended

let last = 0

export function newNode(state: State, parent: Node | null = null): Node {
  const node: Node = { id: ++last, parent, children: [], ply: parent ? parent.ply + 1 : 0, state }
  parent?.children.push(node)
  return node
}

/** path returns the nodes from the root to n. */
export function path(n: Node): Node[] {
  const all: Node[] = []
  for (let at: Node | null = n; at; at = at.parent) all.unshift(at)
  return all
}

/** line returns the path to n and its continuation along first children. */
export function line(n: Node): Node[] {
  const all = path(n)
  for (let at = n; at.children.length; at = at.children[0]!) all.push(at.children[0]!)
  return all
}

/** isMain reports whether n is on the main line. */
export const isMain = (n: Node): boolean => path(n).every((at) => !at.parent || at.parent.children[0] === at)

/** promote makes the variation of n the main line. */
export function promote(n: Node) {
  for (let at = n; at.parent; at = at.parent) {
    const siblings = at.parent.children
    siblings.splice(siblings.indexOf(at), 1)
    siblings.unshift(at)
  }
}

export function remove(n: Node) {
  const siblings = n.parent?.children
  siblings?.splice(siblings.indexOf(n), 1)
}

/** worth orders analyses of a position by how much they know. */
export const worth = (a: Analysis) => (a.exact ? 1e6 : 0) + a.multipv.filter((l) => l.exact).length * 1e3 + a.depth

export interface Opinion {
  value: Value // for the side to move at the node
  exact: boolean
}

/** opinion returns the best known value of a node. */
export function opinion(n: Node): Opinion | null {
  const best = n.analysis?.multipv[0]
  if (n.state.over) return { value: final(n.state), exact: true }
  if (best) return { value: best, exact: n.analysis!.exact || best.exact }
  return judged(n) ?? said(n)
}

/** judged returns a review's value of a node. */
function judged(n: Node): Opinion | null {
  if (n.next?.best_value) return { value: n.next.best_value, exact: n.next.exact }
  return n.reviewed?.value ? { value: seen(n.reviewed.value, n), exact: n.reviewed.exact } : null
}

/** said returns a node's value from the analysis of the previous position. */
function said(n: Node): Opinion | null {
  const line = playedIn(n)
  return line ? { value: seen(line, n), exact: line.exact } : null
}

/** noted returns a record's estimate of a node, which has no unit. */
function noted(n: Node): Opinion | null {
  const written = n.parent && n.note?.eval
  if (!written) return null
  const mate = /[#M]/.test(written)
  const [value, sign] = [Number(written), written.includes('-') ? -1 : 1]
  if (!mate && !Number.isFinite(value)) return null
  return { value: seen(mate ? { value: 0, unit: 'plies', outcome: sign } : { value, unit: '', outcome: 0 }, n), exact: false }
}

const playedIn = (n: Node): Line | undefined => n.parent?.analysis?.multipv.find((l) => l.move === n.state.move)

/** seen converts a value for the side that moved to n to one for the side to move, or back. */
const seen = (v: Value, n: Node): Value => (n.parent!.state.side === n.state.side ? v : negate(v))

function final(s: State): Value {
  const sign = s.result === 'draw' ? 0 : (s.result === 'first') === (s.side === 0) ? 1 : -1
  if (s.margin === undefined || (s.margin === 0 && sign)) {
    return { value: 0, unit: 'plies', outcome: sign, plies: 0 }
  }
  return { value: sign * s.margin, unit: '', outcome: sign }
}

/** negate returns a value as the other side has it. */
export const negate = <T extends Value>(v: T): T => ({
  ...v, value: -v.value, outcome: v.outcome === 2 ? 2 : -v.outcome, ...(v.odds && { odds: { win: v.odds.loss, draw: v.odds.draw, loss: v.odds.win } }),
})

/** forFirst returns a node's value from the first player's side. A review's value comes first,
 * because all of a review has one depth; a record's comes last. */
export function forFirst(n: Node): Opinion | null {
  const o = (!n.state.over && judged(n)) || opinion(n) || noted(n)
  return o && n.state.side === 1 ? { ...o, value: negate(o.value) } : o
}

/** isDistance reports whether a value is a number of plies to the end, or a draw. */
export const isDistance = (v: Value) => v.unit === 'plies' || v.unit === 'outcome'

/** Judgement is the cost of a move. */
export interface Judgement {
  loss: number | null // in the unit; null for values without a difference
  unit: string
  mark: Mark
  turning: boolean
}

/** judgement returns the cost of the move to n, from the review or else from two comparable
 * values; null without them. */
export function judgement(n: Node): Judgement | null {
  const r = n.reviewed
  if (r) return r.value ? { loss: r.loss ?? null, unit: r.unit ?? '', mark: r.mark, turning: r.turning } : null
  const pair = n.parent && equals(n)
  if (!pair) return null
  const [best, played, exact] = pair
  if (best.unit === played.unit && !isDistance(best)) {
    return { loss: Math.max(0, best.value - played.value), unit: best.unit, mark: '', turning: false }
  }
  const slip = exact && Math.sign(best.outcome) > Math.sign(played.outcome)
  return { loss: null, unit: '', mark: slip ? '??' : '', turning: slip }
}

/** equals returns the values of the best move and of the move to n if both are proven, or both
 * are estimates of searches that end at the same ply. */
function equals(n: Node): [best: Value, played: Value, exact: boolean] | null {
  const before = n.parent!.analysis
  const best = before?.multipv[0]
  if (!before || !best) return null
  const proven = before.exact || best.exact
  const line = playedIn(n)
  const here = opinion(n)
  if (proven && line?.exact) return [best, line, true]
  if (proven && here?.exact) return [best, seen(here.value, n), true]
  if (proven || line?.exact) return null
  if (line && line.depth === best.depth) return [best, line, false]
  const after = n.analysis
  if (after?.multipv[0] && !here?.exact && after.depth === best.depth - 1) return [best, seen(here!.value, n), false]
  return null
}
