import { h } from 'preact'
import { useState } from 'preact/hooks'
import { useStore } from './hooks'
import { Icon } from './icon'
import type { Store } from './store'
import { applyTheme, theme, themes } from './theme'
import { home } from './transport'
import { language, text } from './words'

const languages: [string, string][] = [['en', 'English'], ['ru', 'Русский'], ['zh', '中文']]

export function Header({ screen, store }: { screen: string; store: Store }) {
  useStore(store)
  return (
    <header class="bar">
      <a class="brand" aria-label="Plywood" href={store.root ? store.address() : '#/play'}>
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M4 11 16 5l12 6-12 6z" class="ply1" /><path d="M4 16l12 6 12-6v3.500l-12 6-12-6z" class="ply2" />
          <path d="M4 21.500l12 6 12-6V25L16 31 4 25z" class="ply3" />
        </svg>
        <span>Plywood</span>
      </a>
      <nav aria-label={text('nav.label')}>
        <a href={store.root ? store.address() : '#/play'} aria-current={screen === 'play' ? 'page' : undefined}>{text('nav.play')}</a>
        <a href="#/challenges" aria-current={screen === 'challenges' ? 'page' : undefined}>{text('nav.challenges')}</a>
        <a href="#/puzzles" aria-current={screen === 'puzzles' ? 'page' : undefined}>{text('nav.puzzles')}</a>
        <a href="#/learn" aria-current={screen === 'learn' ? 'page' : undefined}>{text('nav.learn')}</a>
      </nav>
      <div class="grow" />
      <label class="pick">
        <span class="hidden">{text('page.language')}</span>
        <select onChange={(e) => speak(e.currentTarget.value)} value={language}>
          {languages.map(([code, name]) => <option value={code} lang={code}>{name}</option>)}
        </select>
      </label>
      <ThemeButton />
    </header>
  )
}

function speak(code: string) {
  const elsewhere = home(code)
  if (elsewhere !== undefined) {
    location.href = elsewhere + location.hash
    return
  }
  document.cookie = `lang=${code}; path=/; max-age=31536000; samesite=strict`
  location.reload()
}

function ThemeButton() {
  const [now, setNow] = useState(theme())
  const next = themes[(themes.indexOf(now) + 1) % themes.length]!
  const change = () => {
    applyTheme(next)
    setNow(next)
  }
  const title = text('theme.button', { now: text(`theme.${now}`) })
  return <button type="button" class="icon" title={title} aria-label={title} onClick={change}><Icon name={now} /></button>
}
