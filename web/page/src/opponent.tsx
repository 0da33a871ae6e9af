import { Fragment, h } from 'preact'
import type { Opponent } from './api'
import { advisable, advise, resign, takeBack } from './playing'
import { meaning, signed } from './score'
import type { Settings } from './settings'
import type { Store } from './store'
import { line, over } from './tree'
import { text } from './words'

const levels = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 30, 40, 60]
const clocks = [0, 1, 3, 5, 10, 15, 30]
const increments = [0, 1, 2, 5, 10]

/** Opponent chooses the engine's side and strength. */
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
          <Strength store={store} />
          {select('engine.clock', s.clock, clocks, (n) => (n ? text('engine.minutes', { n }) : text('engine.noclock')), (clock) => store.set({ clock }))}
          {s.clock > 0 && select('engine.increment', s.increment, increments, (n) => `+${n}`, (increment) => store.set({ increment }))}
        </div>
      )}
      {store.playing() && <Playing store={store} />}
    </section>
  )
}

/** Strength chooses a named opponent or a level. */
function Strength({ store }: { store: Store }) {
  const { settings: s, game } = store
  const choose = (value: string) => store.set(Number(value) ? { opponent: '', level: Number(value) } : { opponent: value })
  const named = ({ name, elo }: Opponent) => text(`opponent.${name}`) + (elo === undefined ? '' : ` · ${signed(elo)} Elo`)
  return (
    <label>
      <span>{text('engine.opponent')}</span>
      <select class="strength" value={store.opponent()?.name ?? s.level} onChange={(e) => choose(e.currentTarget.value)}>
        {game.opponents && (
          <optgroup label={text('engine.names')}>
            {game.opponents.map((o) => <option value={o.name}>{named(o)}</option>)}
          </optgroup>
        )}
        <optgroup label={text('engine.level')}>
          {levels.map((n) => <option value={n}>{n} · {meaning(game.levels?.[n - 1])}</option>)}
        </optgroup>
      </select>
    </label>
  )
}

/** Playing offers the actions of a reader who plays against the engine. */
function Playing({ store }: { store: Store }) {
  const asked = line(store.here).filter((n) => n.hint).length
  return (
    <>
      <div class="row playing">
        <button type="button" disabled={!store.here.parent} onClick={() => takeBack(store)}>{text('play.back')}</button>
        <button type="button" disabled={!advisable(store)} title={text('help.hint')} aria-keyshortcuts="h" onClick={() => void advise(store)}>{text('play.advice')}</button>
        <button type="button" disabled={over(store.here) || !store.here.parent} onClick={() => resign(store)}>{text('play.resign')}</button>
        {asked > 0 && <span class="asked">{store.advised ? text('play.advised', { move: store.advised }) : text('play.hints', { n: asked })}</span>}
      </div>
      <label class="switch">
        <input type="checkbox" checked={!store.revealed} onChange={(e) => store.reveal(!e.currentTarget.checked)} />
        <span>{text('play.veil')}</span>
      </label>
    </>
  )
}
