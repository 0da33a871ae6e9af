import { h } from 'preact'
import { hides } from './attempt'
import { colourOf, shades } from './pieces'
import { brief, chance } from './score'
import { how, near, shown, viewer, worded } from './seen'
import type { Store } from './store'
import { isDistance, negate, opinion } from './tree'
import { text } from './words'

/** Chance is a bar beside the board, divided by the chances of the sides. The figure is at the end of
 * the side for which it is, in a box if it is proven. */
export function Chance({ store }: { store: Store }) {
  const at = store.here
  const { board, sides, unit } = store.game
  if (board?.sides.length !== 2 || hides(store.retry) || store.veiled()) return null
  const o = opinion(at)
  const below = near(store)
  const part = o ? chance(at.state.side === below ? o.value : negate(o.value), o.exact, unit) : 0.5
  const colour = (side: number) => {
    const kind = board.pieces.find((p) => p.side === side) // a game whose pieces are numbers has none
    return shades[kind ? colourOf(board, kind) : board.sides[side]?.colour ?? 'grey'][1]
  }
  const side = viewer(store, at)
  const value = o && shown(store, at, o.value)
  const said = o ? `${worded(store, at, o)}, ${text('value.for', { side: sides[side] })} · ${how(at, { value: value!, exact: o.exact })}` : '…'
  return (
    <div class="odds" role="img" aria-label={said} title={said} style={{ '--part': `${100 * part}%`, '--near': colour(below), '--far': colour(1 - below) }}>
      {value && !(at.state.over && isDistance(value)) && <b class={`tag ${o.exact ? 'exact' : 'estimate'} ${side === below ? 'near' : ''}`}>{brief(value)}</b>}
    </div>
  )
}
