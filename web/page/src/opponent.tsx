import { Fragment, h } from 'preact'
import { useState } from 'preact/hooks'
import type { Game, Opponent } from './api'
import { opponentOf } from './games'
import { advisable, advise, offerDraw, resign, takeBack } from './playing'
import { ratingIn } from './rating'
import { meaning, signed } from './score'
import type { Settings } from './settings'
import type { Store } from './store'
import { line, over, type Node } from './tree'
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
          <Strength game={game} settings={s} set={(to) => store.set(to)} />
          <TimeControl settings={s} set={(to) => store.set(to)} />
        </div>
      )}
      {store.playing() && <Playing store={store} />}
      <label class="switch">
        <input type="checkbox" checked={s.sounds} onChange={(e) => store.set({ sounds: e.currentTarget.checked })} />
        <span>{text('play.sounds')}</span>
      </label>
    </section>
  )
}

interface Chooser {
  settings: Settings
  set: (to: Partial<Settings>) => void
}

/** TimeControl chooses the clock and its increment. */
export function TimeControl({ settings: s, set }: Chooser) {
  const select = (key: string, now: number, from: number[], name: (n: number) => string, chosen: (n: number) => void) => (
    <label>
      <span>{text(key)}</span>
      <select value={now} onChange={(e) => chosen(Number(e.currentTarget.value))}>
        {from.map((n) => <option value={n}>{name(n)}</option>)}
      </select>
    </label>
  )
  return (
    <>
      {select('engine.clock', s.clock, clocks, (n) => (n ? text('engine.minutes', { n }) : text('engine.noclock')), (clock) => set({ clock }))}
      {s.clock > 0 && select('engine.increment', s.increment, increments, (n) => `+${n}`, (increment) => set({ increment }))}
    </>
  )
}

/** Strength chooses a named opponent or a level. */
export function Strength({ game, settings: s, set }: Chooser & { game: Game }) {
  const choose = (value: string) => set(Number(value) ? { opponent: '', level: Number(value) } : { opponent: value })
  const named = ({ name, elo }: Opponent) => text(`opponent.${name}`) + (elo === undefined ? '' : ` · ${signed(elo)} Elo`)
  const mine = ratingIn(game)
  return (
    <label>
      <span>{text('engine.opponent')}</span>
      <select class="strength" value={opponentOf(game, s)?.name ?? s.level} onChange={(e) => choose(e.currentTarget.value)}>
        {game.opponents && (
          <optgroup label={text('engine.names')}>
            {game.opponents.map((o) => <option value={o.name}>{named(o)}</option>)}
          </optgroup>
        )}
        <optgroup label={text('engine.level')}>
          {levels.map((n) => <option value={n}>{n} · {meaning(game.levels?.[n - 1])}</option>)}
        </optgroup>
      </select>
      {mine && <small class="note" title={text('rating.means')}>{mine}</small>}
    </label>
  )
}

/** Playing offers the actions of a reader who plays against the engine. */
function Playing({ store }: { store: Store }) {
  const [sure, setSure] = useState<{ at: Node; key: string } | null>(null) // asked whether to do that here
  const [declined, setDeclined] = useState<Node | null>(null) // where the engine has declined a draw
  const offer = () => void offerDraw(store).then((agreed) => agreed || setDeclined(store.here))
  const once = (key: string, question: string, act: () => void, off = false) => {
    const asking = sure?.at === store.here && sure.key === key
    return (
      <button
        type="button" disabled={off || over(store.here) || !store.here.parent} class={asking ? 'primary' : ''}
        onBlur={() => setSure(null)} onClick={() => (asking ? (setSure(null), act()) : setSure({ at: store.here, key }))}
      >{text(asking ? question : key)}</button>
    )
  }
  const asked = line(store.here).filter((n) => n.hint).length
  return (
    <>
      <div class="row playing">
        <button type="button" disabled={!store.here.parent} onClick={() => takeBack(store)}>{text('play.back')}</button>
        <button type="button" disabled={!advisable(store)} title={text('help.hint')} aria-keyshortcuts="h" onClick={() => void advise(store)}>{text('play.advice')}</button>
        {!store.game.board?.tally && once('play.draw', 'play.draw-sure', offer, !advisable(store) || declined === store.here)}
        {once('play.resign', 'play.resign-sure', () => resign(store))}
        {asked > 0 && <span class="asked">{store.advised ? text('play.advised', { move: store.spell(store.advised) }) : text('play.hints', { n: asked })}</span>}
      </div>
      <label class="switch">
        <input type="checkbox" checked={!store.revealed} onChange={(e) => store.reveal(!e.currentTarget.checked)} />
        <span>{text('play.veil')}</span>
      </label>
    </>
  )
}
