import { h } from 'preact'
import { useState } from 'preact/hooks'
import type { Store } from './store'
import { title } from './play'
import { text } from './words'

const sizes: Record<string, string[]> = {
  othello: ['othello', 'othello:6', 'othello:4'],
  connect4: ['connect4:7x6', 'connect4:6x5', 'connect4:5x4', 'connect4:8x7'],
  tictactoe: ['tictactoe'],
  mnk: ['mnk:4,4,4', 'mnk:5,5,4', 'mnk:7,7,5', 'mnk:15,15,5', 'mnk:19,19,5'],
  qubic: ['qubic'],
  ultimate: ['ultimate'],
}

/** NewGame begins a game of any size. */
export function NewGame({ store, done }: { store: Store; done: () => void }) {
  const [name, setName] = useState(store.game.name)
  const begin = async (chosen: string) => {
    await store.open(chosen)
    if (!store.error) done()
  }
  return (
    <form onSubmit={(e) => (e.preventDefault(), void begin(name))}>
      <div class="shelf">
        {store.games.map((g) => {
          const family = g.name.split(':')[0]!
          return (
            <fieldset key={family}>
              <legend>{title(family, g.title)}</legend>
              <div class="row">
                {(sizes[family] ?? [g.name]).map((n) => (
                  <button type="button" class={n === store.game.name ? 'primary' : ''} onClick={() => void begin(n)}>
                    {n.split(':')[1]?.replace('x', ' × ') ?? (family === 'othello' ? '8' : text('new.begin'))}
                  </button>
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
