import { Fragment, h } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { aborted, post, type Arranged } from './api'
import { Position } from './boardview'
import { named, pieceName } from './games'
import type { Store } from './store'
import { text } from './words'

const nothing = '-' // the letter that takes a piece away

// An unfinished position survives a reload: it is stored with the tab, together with its
// starting point.

const kept = 'plywood.setup'
const origin = (store: Store) => `${store.game.name} ${store.here.state.position}`

/** draft returns the position left unfinished here when the page was closed. */
export function draft(store: Store): Arranged | null {
  try {
    const { from, to } = JSON.parse(sessionStorage.getItem(kept) ?? '{}')
    return from === origin(store) ? to : null
  } catch {
    return null
  }
}

function keepDraft(store: Store, to: Arranged | null) {
  try {
    if (to) sessionStorage.setItem(kept, JSON.stringify({ from: origin(store), to }))
    else sessionStorage.removeItem(kept)
  } catch {
    // Without storage it is lost.
  }
}

/** SetUp changes the pieces of a position by clicking. The server returns the result and its
 * position. */
export function SetUp({ store, done: close }: { store: Store; done: () => void }) {
  const { here, game, view } = store
  const board = game.board!
  const [now, setNow] = useState<Arranged | null>(null)
  const [brush, setBrush] = useState(board.pieces[0]!.letter)
  const [error, setError] = useState('')
  const latest = useRef<Promise<Arranged | null>>(Promise.resolve(draft(store))) // requests run one after another
  const change = (to: Partial<Arranged> & { put?: { cell: number; piece: string } }) => {
    latest.current = latest.current.then(async (from) => {
      try {
        const { pieces, side, option } = from ?? {}
        const next = await post<Arranged>('setup', { game: game.name, ...(from ? { pieces, side, option } : { position: here.state.position }), ...to })
        setNow(next)
        keepDraft(store, next)
        setError('')
        return next
      } catch (e) {
        if (!aborted(e)) setError((e as Error).message)
        return from
      }
    })
  }
  useEffect(() => change({}), [])
  const done = () => {
    keepDraft(store, null)
    close()
  }
  const apply = async () => {
    const last = await latest.current
    if (!last?.position) return setError(last?.error ?? '')
    if (await store.open(game.name, last.position)) done()
  }
  const choice = (label: string, on: boolean, pick: () => void) => (
    <button type="button" class={on ? 'primary' : ''} aria-pressed={on} onClick={pick}>{label}</button>
  )
  const option = board.setup!.option
  const shown = now ?? { pieces: here.state.board!.pieces, side: here.state.side, option: 0 }
  return (
    <>
      <Position
        game={game} view={view} scores={false} sides={game.sides} onCell={(cell) => change({ put: { cell, piece: brush } })}
        state={{ ...here.state, legal: [], over: false, board: { pieces: shown.pieces, paths: [] } }}
      />
      <div class="setup">
        <div class="row">
          <span>{text('setup.put')}</span>
          {board.pieces.map((p) => choice(pieceName(p, game.sides), brush === p.letter, () => setBrush(p.letter)))}
          {choice(text('cell.empty'), brush === nothing, () => setBrush(nothing))}
        </div>
        {board.sides.length > 1 && (
          <div class="row">
            <span>{text('setup.turn')}</span>
            {board.setup!.turn ? ([0, 1] as const).map((side) => choice(game.sides[side], shown.side === side, () => change({ side }))) : <strong>{game.sides[shown.side]}</strong>}
          </div>
        )}
        {option && (
          <label class="row">
            <span>{named('option', option.title)}</span>
            <select value={shown.option} onChange={(e) => change({ option: Number(e.currentTarget.value) })}>
              {option.values.map((v, i) => <option value={i}>{named('option', v)}</option>)}
            </select>
          </label>
        )}
        <div class="row">
          <button type="button" onClick={() => change({ pieces: nothing.repeat(board.cells.length) })}>{text('setup.clear')}</button>
          <span class="grow" />
          <button type="button" onClick={done}>{text('cancel.action')}</button>
          <button type="button" class="primary" onClick={() => void apply()}>{text('setup.apply')}</button>
        </div>
        {(error || store.error) && <p class="error" role="alert">{error || store.error}</p>}
      </div>
    </>
  )
}
