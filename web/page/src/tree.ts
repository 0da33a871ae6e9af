// A game with its variations: a tree of positions, of which one is shown.

import type { Analysis, State, Value } from './api'

export interface Node {
  id: number
  parent: Node | null
  children: Node[] // the first continues the line, the others are variations
  ply: number
  state: State
  analysis?: Analysis
  comment?: string
}

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

/** line returns the path to n and on along the first continuations. */
export function line(n: Node): Node[] {
  const all = path(n)
  for (let at = n; at.children.length; at = at.children[0]!) all.push(at.children[0]!)
  return all
}

/** promote makes the variation that n is in the line. */
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

export interface Opinion {
  value: Value // for the side to move at the node
  exact: boolean
}

/** opinion returns the best that is known of a node's value. */
export function opinion(n: Node): Opinion | null {
  const best = n.analysis?.multipv[0]
  if (n.state.over) return { value: final(n.state), exact: true }
  if (best) return { value: best, exact: n.analysis!.exact || best.exact }
  const said = n.parent?.analysis?.multipv.find((l) => l.move === n.state.move)
  if (!said) return null
  const value = n.parent!.state.side === n.state.side ? said : negate(said)
  return { value, exact: said.exact }
}

function final(s: State): Value {
  const sign = s.result === 'draw' ? 0 : (s.result === 'first') === (s.side === 0) ? 1 : -1
  if (s.margin === undefined || (s.margin === 0 && sign)) {
    return { value: 0, unit: 'plies', outcome: sign, plies: 0, rank: sign * 1e9 }
  }
  return { value: sign * s.margin, unit: '', outcome: sign, rank: sign * s.margin }
}

export const negate = (v: Value): Value => ({ ...v, value: -v.value, outcome: v.outcome === 2 ? 2 : -v.outcome, rank: -v.rank })

/** forFirst returns a node's value as the first player sees it. */
export function forFirst(n: Node): Opinion | null {
  const o = opinion(n)
  return o && n.state.side === 1 ? { ...o, value: negate(o.value) } : o
}

/** isDistance reports whether a value is a number of plies to the end, or the draw beside it. */
export const isDistance = (v: Value) => v.unit === 'plies'

/**
 * loss returns what the move to n gave away, in units of the game; Infinity if
 * it gave away a win or a draw whose value is a distance; null if it is unknown.
 */
export function loss(n: Node): number | null {
  const best = n.parent && opinion(n.parent)
  const now = opinion(n)
  if (!best || !now || !n.parent!.analysis) return null
  const played = n.parent!.state.side === n.state.side ? now.value : negate(now.value)
  if (isDistance(best.value) || isDistance(played)) {
    const [had, has] = [Math.sign(best.value.outcome), Math.sign(played.outcome)]
    return isDistance(best.value) && has < had ? Infinity : isDistance(played) && has < 0 && had >= 0 ? Infinity : 0
  }
  return Math.max(0, best.value.value - played.value)
}
