import { h } from 'preact'
import { meaning } from './score'
import type { Settings } from './settings'
import type { Store } from './store'
import { over } from './tree'
import { text } from './words'

const levels = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 40, 60]
const clocks = [0, 1, 3, 5, 10, 15, 30]
const increments = [0, 1, 2, 5, 10]

/** Opponent says which side the engine plays, and how well. */
export function Opponent({ store }: { store: Store }) {
  const { settings: s, game } = store
  const sides: [Settings['engine'], string][] = [
    ['none', text('engine.none')], ['first', text('engine.for', { side: game.sides[0] })], ['second', text('engine.for', { side: game.sides[1] })], ['both', text('engine.both')],
  ]
  if (game.board?.sides.length === 1) sides.splice(2)
  const select = (key: string, now: number, from: number[], name: (n: number) => string, set: (n: number) => void) => (
    <label>
      <span>{text(key)}</span>
      <select value={now} onChange={(e) => set(Number(e.currentTarget.value))}>
        {from.map((n) => <option value={n}>{name(n)}</option>)}
      </select>
    </label>
  )
  return (
    <section class="panel opponent">
      <h2 id="engine-title">{text('engine.title')}</h2>
      <div class="segments" role="radiogroup" aria-labelledby="engine-title">
        {sides.map(([value, name]) => (
          <label class={s.engine === value ? 'on' : ''}>
            <input type="radio" name="engine" checked={s.engine === value} onChange={() => store.set({ engine: value })} />
            <span>{name}</span>
          </label>
        ))}
      </div>
      {s.engine !== 'none' && (
        <div class="row">
          {select('engine.level', s.level, levels, (n) => `${n} · ${meaning(game.levels?.[n - 1])}`, (level) => store.set({ level }))}
          {select('engine.clock', s.clock, clocks, (n) => (n ? text('engine.minutes', { n }) : text('engine.noclock')), (clock) => store.set({ clock }))}
          {s.clock > 0 && select('engine.increment', s.increment, increments, (n) => `+${n}`, (increment) => store.set({ increment }))}
        </div>
      )}
      {(s.engine === 'first' || s.engine === 'second') && (
        <div class="row playing">
          <button type="button" disabled={!store.here.parent} onClick={() => store.takeBack()}>{text('play.back')}</button>
          <button type="button" disabled={over(store.here) || !store.here.parent} onClick={() => store.resign()}>{text('play.resign')}</button>
        </div>
      )}
    </section>
  )
}
