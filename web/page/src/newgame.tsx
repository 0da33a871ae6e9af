import { h } from 'preact'
import { useState } from 'preact/hooks'
import type { Game } from './api'
import { sidesOf, title, useGame } from './games'
import { Strength, TimeControl } from './opponent'
import { toFace, type Seat } from './playing'
import type { Settings } from './settings'
import type { Store } from './store'
import { language, text } from './words'

/** Choice is a game under the name that people use. */
interface Choice {
  name: string
  label: string
}

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

/** NewGame chooses a game of any size, the reader's side, the opponent and the clock. */
export function NewGame({ store, done }: { store: Store; done: () => void }) {
  const [name, setName] = useState(store.game.name)
  const [seat, setSeat] = useState<Seat>(store.playing() ? (store.settings.engine === 'first' ? 'second' : 'first') : 'none')
  const [settings, setSettings] = useState(store.settings)
  const change = (to: Partial<Settings>) => setSettings({ ...settings, ...to })
  const game = useGame(name)
  const sides = sidesOf(game ?? store.game)
  const begin = async () => {
    if (await toFace(store, name, seat, settings)) done()
  }
  const seats: [Seat, string][] = [['first', sides[0]], ['second', sides[1]], ['random', text('new.random')], ['none', text('new.alone')]]
  return (
    <form class="new" onSubmit={(e) => (e.preventDefault(), void begin())}>
      <div class="shelf">
        {[...shelves(store.games)].map(([called, choices]) => (
          <fieldset key={called} class={called === text('new.games') ? 'wide' : ''}>
            <legend>{called}</legend>
            <div class="row">
              {choices.map((c) => <button type="button" class={c.name === name ? 'primary' : ''} aria-pressed={c.name === name} data-game={c.name} onClick={() => setName(c.name)}>{c.label}</button>)}
            </div>
          </fieldset>
        ))}
      </div>
      <label class="field">
        <span>{text('new.other')}</span>
        <input value={name} onInput={(e) => setName(e.currentTarget.value)} spellcheck={false} autocomplete="off" />
      </label>
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
