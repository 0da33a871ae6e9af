// Actions other than moves in a game against the engine.

import { facing, straight } from './board'
import type { Settings } from './settings'
import type { Store } from './store'
import { over } from './tree'
import { text } from './words'

/** resign resigns for the side that the engine does not play. */
export function resign(store: Store) {
  store.end({ loser: store.settings.engine === 'first' ? 1 : 0, why: 'resigned' })
}

/** earliest is the ply from which the engine agrees to a draw that is not proven. */
const earliest = 20

/** offerDraw offers a draw on the reader's turn, and reports whether the engine agrees: it does so
 * if, by its own strength, the reader stands at least as well. */
export async function offerDraw(store: Store): Promise<boolean> {
  const at = store.here
  const a = (await store.ask(store.strength()))?.analysis
  if (!a || store.here !== at) return false
  const { outcome, value, exact } = a.multipv[0]!
  const agrees = outcome !== -1 && value >= 0 && (exact || at.ply >= earliest)
  if (agrees) store.end({ why: 'agreed' })
  else store.notify(text('play.declined'))
  return agrees
}

/** Seat is where the reader of a new game sits: none plays without an engine. */
export type Seat = 'first' | 'second' | 'random' | 'none'

/** toFace begins a game from a position, or goes on after moves from there, with the reader on one side. Boards on which the sides face each other
 * are turned towards the reader. */
export function toFace(store: Store, name: string, position: string, seat: Seat, settings: Settings, moves: string[] = []): Promise<boolean> {
  const mine = seat === 'random' ? (Math.random() < 0.5 ? 0 : 1) : seat === 'second' ? 1 : 0
  const engine = seat === 'none' ? 'none' : mine ? 'first' : 'second'
  return store.begin(name, position, { ...settings, engine }, (b, s) => (seat === 'none' ? straight : facing(b, s, mine)), moves)
}

/** takeBack removes the reader's last move and the replies to it. */
export function takeBack(store: Store) {
  let gone = store.here
  while (gone.parent && store.plays(gone.parent)) gone = gone.parent
  if (gone.parent) store.remove(gone, 'play.took-back')
}

/** advisable reports whether a hint can be asked for: it must be the reader's turn. */
export const advisable = (store: Store): boolean =>
  store.playing() && !store.plays(store.here) && !over(store.here) && !store.arranging

/** advise shows the best move at full strength, whatever the engine's level, until the position
 * changes. The study records the hint. */
export async function advise(store: Store) {
  if (!advisable(store)) return
  const at = store.here
  const move = at.hint ?? (await store.ask({}))?.move
  if (!move || store.here !== at) return
  at.hint = move
  store.unrated()
  store.advised = move
  store.said = text('play.advised', { move: store.spell(move) })
  store.worked()
}
