import { Fragment, h } from 'preact'
import { useState } from 'preact/hooks'
import { BoardView } from './boardview'
import type { Stone } from './board'
import type { Store } from './store'
import { text } from './words'

/** SetUp changes the stones of an Othello position by clicking at them. */
export function SetUp({ store, done }: { store: Store; done: () => void }) {
  const { board, here, game } = store
  const [stones, setStones] = useState<Stone[]>(board.stones(here.state.position))
  const [brush, setBrush] = useState<Stone>('X')
  const [side, setSide] = useState<0 | 1>(here.state.side)
  const position = `${stones.join('')} ${side === 0 ? 'X' : 'O'}`
  const put = (i: number) => setStones(stones.map((s, j) => (j !== i ? s : s === brush ? '-' : brush)))
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
          {choice(game.sides[0], side === 0, () => setSide(0))}
          {choice(game.sides[1], side === 1, () => setSide(1))}
        </div>
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
