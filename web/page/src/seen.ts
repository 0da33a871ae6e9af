// From whose side values are shown: the first player's, or that of the side to move.

import type { Value } from './api'
import { facing } from './board'
import { full } from './score'
import type { Store } from './store'
import { negate, type Node, type Opinion } from './tree'
import { text } from './words'

/** viewer returns the side from which a position's value is shown. */
export const viewer = (store: Store, n: Node): 0 | 1 => (store.settings.first ? 0 : n.state.side)

/** shown turns a value for the side to move at n to one for the viewer. */
export const shown = <T extends Value>(store: Store, n: Node, v: T): T => (viewer(store, n) === n.state.side ? v : negate(v))

/** worded writes a value for the side to move at n from the viewer's side. */
export function worded(store: Store, n: Node, { value, exact }: Opinion): string {
  const { sides } = store.game
  const side = viewer(store, n)
  return full(shown(store, n, value), sides[side], sides[side ? 0 : 1], exact)
}

/** how says whether a value is proven, and otherwise how sure it is or the chance of the side for
 * which it is. */
export function how({ analysis: a }: Node, { value, exact }: Opinion): string {
  if (exact) return text(a?.of === 'game' ? 'value.proven-game' : a?.of ? 'value.proven-position' : 'value.proven')
  if (a?.confidence) return text('value.sure', { percent: a.confidence })
  return value.odds ? text('value.odds', { percent: Math.round(100 * (value.odds.win + value.odds.draw / 2)) }) : text('value.estimate')
}

/** near returns the side at the bottom of the board as it is turned; the first one where the sides do
 * not face each other. */
export function near({ game: { board }, root, view }: Store): 0 | 1 {
  return board?.lines === 'checked' && facing(board, root.state, 0).quarters !== view.quarters ? 1 : 0
}
