import { Fragment, h, render } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Unreached, unreachable } from './api'
import { Challenges } from './challenges'
import { isLost, onConnection, regained } from './connection'
import { Embed } from './embed'
import { listGames } from './games'
import { Header } from './header'
import { embedded } from './keep'
import { Play } from './play'
import { Puzzles } from './puzzles'
import { Store } from './store'
import { applyTheme } from './theme'
import { text } from './words'

applyTheme()

const screens = ['learn', 'puzzles', 'challenges']

function split(hash: string): [string, URLSearchParams] {
  const [screen, query] = hash.replace(/^#\/?/, '').split('?')
  return [screens.find((s) => screen!.startsWith(s)) ?? 'play', new URLSearchParams(query ?? '')]
}

function App({ store }: { store: Store }) {
  const [screen, setScreen] = useState(split(location.hash)[0])
  useLayoutEffect(() => {
    const follow = () => {
      const [next, query] = split(location.hash)
      setScreen(next)
      if (next !== 'play') store.stop()
      else if (store.shows()) store.resume()
      else void store.visit(query)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [])
  if (embedded) return <><Lost /><Embed store={store} /></>
  return (
    <>
      <a class="skip" href="#main" onClick={(e) => skip(e)}>{text('page.skip')}</a>
      <Header screen={screen} store={store} />
      <Lost />
      <main id="main" tabIndex={-1}>{screen === 'learn' ? <Later /> : screen === 'puzzles' ? <Puzzles /> : screen === 'challenges' ? <Challenges /> : <Play store={store} />}</main>
    </>
  )
}

/** Later shows the screens of learn.js, which is loaded when it is first asked for. */
function Later() {
  const [Learn, show] = useState<typeof import('./learn').Learn | null>(null)
  const [error, setError] = useState('')
  useLayoutEffect(() => void import('./learn').then((m) => show(() => m.Learn), (e) => setError(text('error.failed', { why: e.message }))), [])
  return Learn ? <Learn /> : error ? <p class="error" role="alert">{error}</p> : null
}

/** Lost says that the server does not answer, while that lasts. */
function Lost() {
  const [lost, setLost] = useState(isLost())
  useLayoutEffect(() => onConnection(() => setLost(isLost())), [])
  return lost ? <p class="lost-server" role="alert">{unreachable()} {text('page.waiting')}</p> : null
}

function skip(e: Event) {
  e.preventDefault()
  document.getElementById('main')?.focus()
}

/** instead opens a default game if the address has none that can be opened, and keeps showing
 * the reason. */
async function instead(store: Store) {
  const why = store.error
  await store.open(store.games[0]!.name)
  store.error ||= why
}

async function start() {
  const page = document.getElementById('page')!
  try {
    const store = new Store(await listGames())
    const [screen, query] = split(location.hash)
    await store.visit(screen === 'play' ? query : new URLSearchParams())
    if (!store.root) await instead(store)
    render(<App store={store} />, page)
    document.documentElement.dataset.ready = 'true'
  } catch (e) {
    if (!(e instanceof Unreached)) {
      page.textContent = text('error.failed', { why: String((e as Error).message ?? e) })
      return
    }
    page.textContent = `${e.message} ${text('page.waiting')}`
    await regained()
    page.textContent = ''
    await start()
  }
}

void start()
