// Reviews of the current game.

import { aborted, stream, type Place, type Review, type ReviewedMove } from './api'
import type { Store } from './store'
import { line, type Node } from './tree'
import { text } from './words'

/** look reviews the current game, with limits for each move, unless another review is in progress.
 * A game that the engine solves needs no limits. The review ends early when another game is opened. */
export async function look(store: Store, limits: { time_ms: number } | { level: number }) {
  const nodes = line(store.here)
  if (store.looking || nodes.length < 2) return
  store.stop()
  store.error = ''
  const place: Place = { game: store.game.name, moves: nodes.slice(1).map((n) => n.state.move!) }
  if (store.start) place.position = store.start
  const asked = new AbortController()
  const looking = (store.looking = { done: 0, of: nodes.length - 1, stop: () => asked.abort() })
  const before = unmark(store, nodes)
  store.worked()
  try {
    await stream('review', { ...place, ...(store.game.solver ? {} : limits) }, asked.signal, (name, doc) => {
      if (store.root !== nodes[0]) return asked.abort()
      if (name === 'move') looking.done = doc.done
      const told: ReviewedMove[] = name === 'move' ? [doc.move] : name === 'end' ? doc.moves : []
      for (const m of told) nodes[m.number]!.reviewed = nodes[m.number - 1]!.next = m
      if (name === 'end') store.review = { ...(doc as Review), nodes }
      store.worked()
    })
  } catch (e) {
    if (!aborted(e)) store.fail(e)
  } finally {
    store.looking = null
    store.analyse()
    if (before && store.root === nodes[0]) store.notify(text('review.replaced'), before)
    store.changed()
  }
}

/** unmark removes the marks of a review and returns a function that restores them, if there were
 * any. */
function unmark(store: Store, nodes: Node[]): (() => void) | undefined {
  const { review } = store
  const had = nodes.map(({ next, reviewed }) => ({ next, reviewed }))
  for (const n of nodes) n.next = n.reviewed = undefined
  store.review = null
  if (!had.some((h) => h.reviewed)) return undefined
  return () => {
    nodes.forEach((n, i) => Object.assign(n, had[i]))
    store.review = review
    store.worked()
  }
}
