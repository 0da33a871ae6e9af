import { Fragment, h } from 'preact'
import { useState } from 'preact/hooks'
import type { Game } from './api'
import { sidesOf, title, useGame } from './games'
import { Strength, TimeControl } from './opponent'
import { toFace, type Seat } from './playing'
import type { Settings } from './settings'
import { anyStart, shuffled, shuffles, startOf } from './starts'
import type { Store } from './store'
import { language, text } from './words'

/** Choice is a game under the name that people use. */
interface Choice {
  name: string
  label: string
}

/** named returns the names of a game's sizes. */
const named = (g: Game): Choice[] =>
  (g.menu ?? []).filter((o) => o.name !== g.name).map((o) => ({ name: o.name, label: `${o.in?.[language] ?? o.title ?? title({ ...g, size: '' })} ${o.label}` }))

/** GameOptions are the games and their sizes as options of a list; the values begin with their names. */
export const GameOptions = ({ games }: { games: Game[] }) => (
  <>
    {games.map((g) => (
      <>
        <option value={g.name}>{title(g)}</option>
        {named(g).map((o) => <option value={o.name}>{o.label}</option>)}
        {shuffles(g) && <option value={`${g.name} 960`}>{text('new.shuffled')}</option>}
      </>
    ))}
  </>
)

/** shelves lists the games with their sizes. A size that has its own name has its own shelf, and
 * games of one size share one. */
function shelves(games: Game[]): Map<string, Choice[]> {
  const all = new Map<string, Choice[]>()
  for (const g of games) {
    const usual = g.menu ? title({ ...g, size: '' }) : text('new.games')
    for (const o of g.menu ?? [{ name: g.name, label: title(g) }]) {
      const called = o.in?.[language] ?? o.title ?? usual
      all.set(called, [...(all.get(called) ?? []), o])
    }
  }
  return all
}

/** Start is where a game begins: the usual position, or one of Fischer random, any or by its number. */
type Start = 'usual' | 'any' | 'number'

/** NewGame chooses a game of any size, its beginning, the reader's side, the opponent and the clock. With here the
 * game goes on from the current position. */
export function NewGame({ store, here = false, done }: { store: Store; here?: boolean; done: () => void }) {
  const [name, setName] = useState(store.game.name)
  const mine = store.here.state.side ? 'second' : 'first'
  const [seat, setSeat] = useState<Seat>(here ? mine : store.playing() ? (store.settings.engine === 'first' ? 'second' : 'first') : 'none')
  const [settings, setSettings] = useState(store.settings)
  const change = (to: Partial<Settings>) => setSettings({ ...settings, ...to })
  const game = useGame(name)
  const sides = sidesOf(game ?? store.game)
  const [start, setStart] = useState<Start>('usual')
  const [number, setNumber] = useState(518) // of the usual position
  const begin = async () => {
    const position = here ? store.start : !shuffles(game) || start === 'usual' ? '' : start === 'any' ? anyStart() : startOf(number)
    if (await toFace(store, name, position, seat, settings, here ? store.moves(store.here) : [])) done()
  }
  const starts: [Start, string][] = [['usual', text('new.usual')], ['any', text('new.shuffled')], ['number', text('new.number')]]
  const seats: [Seat, string][] = [['first', sides[0]], ['second', sides[1]], ['random', text('new.random')], ['none', text('new.alone')]]
  return (
    <form class="new" onSubmit={(e) => (e.preventDefault(), void begin())}>
      {!here && <div class="shelf">
        {[...shelves(store.games)].map(([called, choices]) => (
          <fieldset key={called} class={called === text('new.games') ? 'wide' : ''}>
            <legend>{called}</legend>
            <div class="row">
              {choices.map((c) => <button type="button" class={c.name === name ? 'primary' : ''} aria-pressed={c.name === name} data-game={c.name} onClick={() => setName(c.name)}>{c.label}</button>)}
            </div>
          </fieldset>
        ))}
      </div>}
      {!here && <label class="field">
        <span>{text('new.other')}</span>
        <input value={name} onInput={(e) => setName(e.currentTarget.value)} spellcheck={false} autocomplete="off" />
      </label>}
      {!here && shuffles(game) && (
        <div class="field row">
          <select class="start" aria-label={text('new.start')} value={start} onChange={(e) => setStart(e.currentTarget.value as Start)}>
            {starts.map(([value, called]) => <option value={value}>{called}</option>)}
          </select>
          {start === 'number' && (
            <input type="number" min={0} max={shuffled - 1} required aria-label={text('new.number')} value={number} onInput={(e) => setNumber(e.currentTarget.valueAsNumber)} />
          )}
        </div>
      )}
      <div class="field opponent">
        <span id="new-side">{text('new.side')}</span>
        <div class="segments" role="radiogroup" aria-labelledby="new-side">
          {seats.map(([value, called]) => (
            <label class={seat === value ? 'on' : ''}>
              <input type="radio" name="seat" value={value} checked={seat === value} onChange={() => setSeat(value)} />
              <span>{called}</span>
            </label>
          ))}
        </div>
        {seat !== 'none' && (
          <div class="row">
            <Strength game={game ?? store.game} settings={settings} set={change} />
            <TimeControl settings={settings} set={change} />
          </div>
        )}
      </div>
      {store.error && <p class="error" role="alert">{store.error}</p>}
      <p class="actions"><button type="submit" class="primary">{text('new.begin')}</button></p>
    </form>
  )
}
