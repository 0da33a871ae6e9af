import { Fragment, h } from 'preact'
import { useState } from 'preact/hooks'
import { BoardView } from './boardview'
import { nextSide, type Stone } from './board'
import type { Store } from './store'
import { text } from './words'

/** SetUp changes the stones of a position by clicking at them. */
export function SetUp({ store, done }: { store: Store; done: () => void }) {
  const { board, here, game } = store
  const [stones, setStones] = useState<Stone[]>(board.stones(here.state.position))
  const [brush, setBrush] = useState<Stone>('X')
  const [turn, setTurn] = useState<0 | 1>(here.state.side)
  const [sub, setSub] = useState(Number(here.state.position.split(' ')[2]) || 0)
  const side = board.free ? turn : nextSide(stones)
  const position = board.write(stones, side, sub)
  const put = (i: number) => setStones(board.look === 'drop' ? drop(stones, i, board.cols, brush) : stones.map((s, j) => (j !== i ? s : s === brush ? '-' : brush)))
  const apply = async () => {
    await store.open(game.name, position)
    if (!store.error) done()
  }
  const choice = (label: string, on: boolean, pick: () => void) => (
    <button type="button" class={on ? 'primary' : ''} aria-pressed={on} onClick={pick}>{label}</button>
  )
  return (
    <>
      <BoardView
        board={board} game={game.name} view={store.view} scores={false} sides={game.sides} onCell={put}
        state={{ ...here.state, position, legal: [], over: false }}
      />
      <div class="setup">
        <div class="row">
          <span>{text('setup.put')}</span>
          {choice(game.sides[0], brush === 'X', () => setBrush('X'))}
          {choice(game.sides[1], brush === 'O', () => setBrush('O'))}
          {choice(text('cell.empty'), brush === '-', () => setBrush('-'))}
        </div>
        <div class="row">
          <span>{text('setup.turn')}</span>
          {board.free ? (
            <>
              {choice(game.sides[0], side === 0, () => setTurn(0))}
              {choice(game.sides[1], side === 1, () => setTurn(1))}
            </>
          ) : <strong>{game.sides[side]}</strong>}
        </div>
        {board.family === 'ultimate' && (
          <label class="row">
            <span>{text('setup.board')}</span>
            <select value={sub} onChange={(e) => setSub(Number(e.currentTarget.value))}>
              <option value={0}>{text('setup.any')}</option>
              {board.groups.map((_, i) => <option value={i + 1}>{i + 1}</option>)}
            </select>
          </label>
        )}
        <div class="row">
          <button type="button" onClick={() => setStones(stones.map(() => '-' as Stone))}>{text('setup.clear')}</button>
          <span class="grow" />
          <button type="button" onClick={done}>{text('cancel.action')}</button>
          <button type="button" class="primary" onClick={() => void apply()}>{text('setup.apply')}</button>
        </div>
        {store.error && <p class="error" role="alert">{store.error}</p>}
      </div>
    </>
  )
}

/** drop puts a disc on top of the others of its column; on a disc it takes that
 * away with those above it. */
function drop(stones: Stone[], cell: number, cols: number, brush: Stone): Stone[] {
  const next = [...stones]
  if (next[cell] !== '-' || brush === '-') {
    for (let i = cell; i >= 0; i -= cols) next[i] = '-'
    return next
  }
  let low = cell
  while (low + cols < next.length && next[low + cols] === '-') low += cols
  next[low] = brush
  return next
}
