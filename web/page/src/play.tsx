import { Fragment, h } from 'preact'
import { useState } from 'preact/hooks'
import { AnalysisPanel } from './analysis'
import { BoardView } from './boardview'
import { Dialogs, type DialogName } from './dialogs'
import { Graph } from './graph'
import { useKeys, useStore } from './hooks'
import { Icon, type IconName } from './icon'
import { Moves } from './moves'
import { SetUp } from './setup'
import { Opponent } from './opponent'
import type { Store } from './store'
import { text } from './words'

export function Play({ store }: { store: Store }) {
  useStore(store)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [setting, setSetting] = useState(false)
  const [preview, setPreview] = useState<string>()
  const close = () => setDialog(null)
  useKeys({
    ArrowLeft: store.back, k: store.back, ArrowRight: store.forward, j: store.forward,
    Home: store.first, End: store.final, ArrowUp: () => store.sibling(-1), ArrowDown: () => store.sibling(1),
    ' ': () => store.toggle(), l: () => store.toggle(), f: () => flip(store),
    r: () => rotate(store), z: () => document.documentElement.classList.toggle('focus'), '?': () => setDialog('help'), n: () => setDialog('new'),
  })
  const at = store.here
  return (
    <div class={`play ${setting ? 'setting' : ''}`}>
      <h1 class="hidden">{title(store.game.name, store.game.title)}</h1>
      <section class="table" aria-label={text('board.section')}>
        <Title store={store} open={setDialog} />
        {setting ? (
          <SetUp store={store} done={() => setSetting(false)} />
        ) : (
          <>
            <BoardView
              board={store.board} game={store.game.name} state={at.state} view={store.view} analysis={at.analysis}
              scores={store.settings.scores} last={at.state.move} sides={store.game.sides} preview={preview}
              onPlay={at.state.over ? undefined : (move) => void store.play(move)}
            />
            <Status store={store} />
          </>
        )}
        <Toolbar store={store} open={setDialog} edit={() => setSetting(true)} />
      </section>
      <aside class="side" aria-label={text('analysis.section')}>
        <AnalysisPanel store={store} point={setPreview} />
        <Graph store={store} />
        <Moves store={store} review={() => setDialog('review')} />
        <Opponent store={store} />
      </aside>
      <Dialogs store={store} name={dialog} close={close} />
      <p class="hidden" aria-live="polite">{store.said}</p>
    </div>
  )
}

function Title({ store, open }: { store: Store; open: (d: DialogName) => void }) {
  return (
    <div class="title">
      <label class="pick game">
        <span class="hidden">{text('game.pick')}</span>
        <select value={store.game.name} onChange={(e) => choose(store, e.currentTarget.value, open)}>
          {store.games.every((g) => g.name !== store.game.name) && <option value={store.game.name}>{title(store.game.name, store.game.title)}</option>}
          {store.games.map((g) => <option value={g.name}>{title(g.name, g.title)}</option>)}
          <option value="">{text('game.other')}</option>
        </select>
      </label>
      <span class="opening">{opening(store)}</span>
    </div>
  )
}

/** title names a game in the reader's language. */
export function title(name: string, otherwise: string): string {
  const [family, size] = name.split(':')
  const key = `game.${family}`
  const known = text(key)
  const base = known === key ? otherwise : known
  return size && name !== 'connect4:7x6' ? `${base} ${size.replace('x', ' × ')}` : base
}

function choose(store: Store, name: string, open: (d: DialogName) => void) {
  if (name) void store.open(name)
  else open('new')
}

function opening(store: Store): string {
  for (let n: typeof store.here | null = store.here; n; n = n.parent) if (n.state.opening) return n.state.opening
  return ''
}

function Status({ store }: { store: Store }) {
  const { state } = store.here
  const mustPass = state.legal.length === 1 && store.board.target(state.legal[0]!, store.board.stones(state.position)) < 0
  const counts = store.board.look === 'disc' ? tally(store) : null
  return (
    <div class={`status ${state.over ? 'over' : ''}`}>
      <Side store={store} side={0} count={counts?.[0]} />
      <span class="word">
        {state.over ? store.outcome(store.here) : store.thinking ? text('status.thinking') : mustPass ? (
          <button type="button" class="primary" onClick={() => void store.play(state.legal[0]!)}>{text('status.pass', { side: store.side(store.here) })}</button>
        ) : state.move === 'pass' ? text('status.passed', { side: store.side(store.here.parent!) }) : text('status.turn', { side: store.side(store.here) })}
      </span>
      <Side store={store} side={1} count={counts?.[1]} />
      {store.error && <p class="error" role="alert">{store.error}</p>}
    </div>
  )
}

function tally(store: Store): [number, number] {
  const stones = store.board.stones(store.here.state.position)
  return [stones.filter((s) => s === 'X').length, stones.filter((s) => s === 'O').length]
}

function Side({ store, side, count }: { store: Store; side: 0 | 1; count?: number }) {
  const turn = !store.here.state.over && store.here.state.side === side
  const ms = store.clocks[side]
  return (
    <span class={`seat ${turn ? 'turn' : ''} ${store.board.look} side${side}`}>
      <i aria-hidden="true" />
      <b>{count ?? store.game.sides[side]}</b>
      {store.settings.clock > 0 && <time class={ms < 10_000 ? 'low' : ''}>{clock(ms)}</time>}
    </span>
  )
}

const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`

const flip = (s: Store) => s.turn({ mirrored: !s.view.mirrored })
const rotate = (s: Store) => s.board.turns && s.turn({ quarters: (s.view.quarters + 1) % 4 })

function Toolbar({ store, open, edit }: { store: Store; open: (d: DialogName) => void; edit: () => void }) {
  const tool = (icon: IconName, key: string, act: () => unknown, off = false) => (
    <button type="button" class="icon" title={text(key)} aria-label={text(key)} disabled={off} onClick={() => void act()}><Icon name={icon} /></button>
  )
  const at = store.here
  return (
    <div class="tools" role="toolbar" aria-label={text('tool.label')}>
      <span class="group">
        {tool('first', 'tool.first', store.first, !at.parent)}
        {tool('back', 'tool.back', store.back, !at.parent)}
        {tool('forward', 'tool.forward', store.forward, !at.children.length)}
        {tool('last', 'tool.last', store.final, !at.children.length)}
      </span>
      <span class="group">
        {tool('flip', 'tool.flip', () => flip(store))}
        {store.board.turns && tool('turn', 'tool.turn', () => rotate(store))}
      </span>
      <span class="group">
        {tool('new', 'tool.new', () => open('new'))}
        {tool('edit', 'tool.setup', edit)}
        {tool('paste', 'tool.paste', () => open('paste'))}
        {tool('share', 'tool.share', () => open('share'))}
        {tool('help', 'tool.help', () => open('help'))}
      </span>
    </div>
  )
}
