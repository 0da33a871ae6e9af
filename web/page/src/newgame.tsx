import { h } from 'preact'
import { useState } from 'preact/hooks'
import { title } from './games'
import type { Store } from './store'
import { text } from './words'

/** NewGame starts a game of any size. */
export function NewGame({ store, done }: { store: Store; done: () => void }) {
  const [name, setName] = useState(store.game.name)
  const begin = async (chosen: string) => {
    if (await store.open(chosen)) done()
  }
  return (
    <form onSubmit={(e) => (e.preventDefault(), void begin(name))}>
      <div class="shelf">
        {store.games.map((g) => {
          const menu = g.menu ?? [{ name: g.name, label: text('new.begin') }]
          return (
            <fieldset key={g.name}>
              <legend>{g.menu ? title({ ...g, size: '' }) : title(g)}</legend>
              <div class="row">
                {menu.map((o) => (
                  <button type="button" class={o.name === store.game.name ? 'primary' : ''} onClick={() => void begin(o.name)}>{o.label}</button>
                ))}
              </div>
            </fieldset>
          )
        })}
      </div>
      <label class="field">
        <span>{text('new.other')}</span>
        <input value={name} onInput={(e) => setName(e.currentTarget.value)} spellcheck={false} autocomplete="off" />
      </label>
      {store.error && <p class="error" role="alert">{store.error}</p>}
      <p class="actions"><button type="submit" class="primary">{text('new.begin')}</button></p>
    </form>
  )
}
