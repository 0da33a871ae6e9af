// Actions other than moves in a game against the engine.

import type { Store } from './store'
import { over } from './tree'
import { text } from './words'

/** resign resigns for the side that the engine does not play. */
export function resign(store: Store) {
  store.end({ loser: store.settings.engine === 'first' ? 1 : 0, why: 'resigned' })
}

/** takeBack returns to the position before the reader's last move. The moves played stay as a
 * variation. */
export function takeBack(store: Store) {
  let n = store.here.parent
  while (n && store.plays(n)) n = n.parent
  if (n) store.go(n)
}

/** advisable reports whether a hint can be asked for: it must be the reader's turn. */
export const advisable = (store: Store): boolean =>
  store.playing() && !store.plays(store.here) && !over(store.here) && !store.arranging

/** advise shows the best move at full strength, whatever the engine's level, until the position
 * changes. The study records the hint. */
export async function advise(store: Store) {
  if (!advisable(store)) return
  const at = store.here
  const move = at.hint ?? (await store.ask({}))
  if (!move || store.here !== at) return
  at.hint = move
  store.advised = move
  store.said = text('play.advised', { move })
  store.worked()
}
