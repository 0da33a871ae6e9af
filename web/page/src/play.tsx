import { Fragment, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { AnalysisPanel } from './analysis'
import { passes, standing } from './board'
import { Position } from './boardview'
import { Chance } from './chance'
import { Chapters } from './chapters'
import { Dialogs, type DialogName } from './dialogs'
import { counting, openingName, title } from './games'
import { Explorer } from './explorer'
import { Graph } from './graph'
import { useStore } from './hooks'
import { Icon, tool } from './icon'
import { useKeys } from './keys'
import { labAddress } from './labsetup'
import { Moves } from './moves'
import { GameOptions } from './newgame'
import { Opponent } from './opponent'
import { Kind } from './pieces'
import { advise } from './playing'
import { clockAt, ratingOf } from './record'
import { RetryBar } from './retry'
import { ReviewBar } from './review'
import { viewer } from './seen'
import { draft, SetUp } from './setup'
import { gradeOf } from './signs'
import { anyStart } from './starts'
import type { Store } from './store'
import { judgement, over } from './tree'
import { text } from './words'

export function Play({ store }: { store: Store }) {
  useStore(store)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [preview, setPreview] = useState<string>()
  const close = () => setDialog(null)
  const [panel, setPanel] = useState<Panel>('analysis')
  const setting = store.arranging
  useEffect(() => { if (store.game.board?.setup && draft(store)) store.arrange(true) }, [])
  useKeys({
    ...(!setting && stepping(store)), f: () => store.flip(), h: () => void advise(store), r: () => store.turn(), u: store.undo,
    z: () => document.documentElement.classList.toggle('focus'), '?': () => setDialog('help'), n: () => setDialog('new'), s: () => setDialog('studies'),
  })
  const at = store.here
  return (
    <div class={`play ${setting ? 'setting' : ''}`}>
      <h1 class="hidden">{title(store.game)}</h1>
      <section class="table" aria-label={text('board.section')}>
        <Title store={store} open={setDialog} />
        {setting ? (
          <SetUp store={store} done={() => store.arrange(false)} />
        ) : (
          <>
            <Position
              game={store.game} state={at.state} view={store.view} analysis={at.analysis} beside={<Chance store={store} />}
              scores={store.settings.scores && !store.veiled()} other={viewer(store, at) !== at.state.side} sides={store.game.sides}
              arrows={store.settings.arrows && !store.veiled()} preview={preview ?? store.advised} hurried={store.hurried} ink={store.ink()} onInk={store.draw}
              sign={gradeOf(at.note?.sign) || (store.veiled() ? '' : judgement(at)?.mark)}
              onPlay={over(at) ? undefined : (move) => void store.play(move)}
              ahead={store.ahead} onAhead={store.thinking && store.playing() && store.plays(at) ? store.plan : undefined}
            />
            <Status store={store} />
            <RetryBar store={store} />
            <ReviewBar store={store} open={() => setDialog('review')} />
          </>
        )}
        <Toolbar store={store} open={setDialog} edit={() => store.arrange(true)} />
      </section>
      <aside class="side" aria-label={text('analysis.section')} data-panel={panel}>
        <div class="near">
          <div class="of-analysis"><AnalysisPanel store={store} point={setPreview} /></div>
          <div class="of-moves"><Moves store={store} open={setDialog} /></div>
        </div>
        {store.settings.graphs && <div class="of-graphs"><Graph store={store} /></div>}
        <Panels shown={panel} show={setPanel} />
        <div class="of-openings"><Explorer store={store} open={setDialog} point={setPreview} /></div>
        <div class="of-engine"><Opponent store={store} /></div>
      </aside>
      <Dialogs store={store} name={dialog} close={close} />
      <NoticeBar store={store} />
      <p class="hidden" aria-live="polite">{store.said}</p>
    </div>
  )
}

const panels = ['analysis', 'openings', 'engine'] as const

type Panel = (typeof panels)[number]

/** Panels chooses the panel shown beside or below the board where there is no room for all. */
function Panels({ shown, show }: { shown: Panel; show: (p: Panel) => void }) {
  const names = { analysis: text('analysis.section'), openings: text('explorer.short'), engine: text('engine.panel') }
  return (
    <div class="panels" role="group" aria-label={text('panels.label')}>
      {panels.map((p) => <button type="button" aria-pressed={p === shown} onClick={() => show(p)}>{names[p]}</button>)}
    </div>
  )
}

/** stepping are the keys that step through a game and its analysis. */
export const stepping = (store: Store) => ({
  ArrowLeft: store.back, k: store.back, ArrowRight: store.forward, j: store.forward,
  Home: store.first, End: store.final, ArrowUp: () => store.sibling(-1), ArrowDown: () => store.sibling(1),
  ' ': () => store.toggle(), l: () => store.toggle(),
})

/** NoticeBar shows a notice until the reader dismisses or undoes it. */
function NoticeBar({ store }: { store: Store }) {
  if (!store.notice) return null
  const { words, undo } = store.notice
  return (
    <div class="notice">
      <span>{words}</span>
      {undo && <button type="button" class="quiet" onClick={store.undo}>{text('undo.action')}</button>}
      <button type="button" class="icon" aria-label={text('close.action')} onClick={() => store.dismiss()}><Icon name="close" /></button>
    </div>
  )
}

function Title({ store, open }: { store: Store; open: (d: DialogName) => void }) {
  return (
    <div class="title">
      <label class="pick game">
        <span class="hidden">{text('game.pick')}</span>
        <select value={store.game.name} onChange={(e) => choose(store, e.currentTarget.value, open)}>
          {!store.games.some((g) => [g, ...g.menu ?? []].some((o) => o.name === store.game.name)) && <option value={store.game.name}>{title(store.game)}</option>}
          <GameOptions games={store.games} />
          <option value="">{text('game.other')}</option>
        </select>
      </label>
      <Chapters store={store} />
      <span class="opening">{opening(store)}</span>
    </div>
  )
}

function choose(store: Store, name: string, open: (d: DialogName) => void) {
  const [game, shuffled] = name.split(' ')
  if (game) void store.open(game, shuffled && anyStart())
  else open('new')
}

function opening(store: Store): string {
  for (let n: typeof store.here | null = store.here; n; n = n.parent) if (n.state.opening) return openingName(n.state.opening)
  return ''
}

export function Status({ store }: { store: Store }) {
  const { state } = store.here
  const pass = passes(state)
  const mustPass = pass.length === state.legal.length && pass.length === 1
  const counts = store.game.board?.tally ? tally(store) : null
  return (
    <div class={`status ${over(store.here) ? 'over' : ''}`}>
      <Side store={store} side={0} count={counts?.[0]} />
      <span class="word">
        {over(store.here) ? store.outcome(store.here) : store.thinking ? text('status.thinking') : mustPass ? (
          <button type="button" class="primary" onClick={() => void store.play(state.legal[0]!)}>{text('status.pass', { side: store.side(store.here) })}</button>
        ) : store.passed(store.here) ? text('status.passed', { side: store.side(store.here.parent!) }) : text('status.turn', { side: store.side(store.here) })}
        {!mustPass && pass.map((move) => <button key={move} type="button" class="small" onClick={() => void store.play(move)}>{move}</button>)}
      </span>
      {store.game.board?.sides.length !== 1 && <Side store={store} side={1} count={counts?.[1]} />}
      {counts && state.margin !== undefined && Math.abs(counts[0] - counts[1]) !== state.margin && <p class="counting">{counting(store.game)}</p>}
      {store.error && <p class="error" role="alert">{store.error}</p>}
    </div>
  )
}

function tally(store: Store): [number, number] {
  const on = standing(store.game.board!, store.here.state.board!.pieces)
  return [on.filter((k) => k?.side === 0).length, on.filter((k) => k?.side === 1).length]
}

function Side({ store, side, count }: { store: Store; side: 0 | 1; count?: number }) {
  const turn = !over(store.here) && store.here.state.side === side
  const { board } = store.game
  const ms = store.settings.clock > 0 ? store.clocks.left[side] : clockAt(store.here, side)
  const { heading = {} } = store
  const name = [heading.players?.[side], board && ratingOf(heading, board.sides[side]!.name)].filter(Boolean).join(' · ')
  const kind = board?.pieces.find((k) => k.side === side)
  return (
    <span class={`seat ${turn ? 'turn' : ''}`}>
      {kind && <svg viewBox={kind.shape === 'cross' || kind.shape === 'ring' ? '-38 -38 76 76' : '-46 -46 92 92'} aria-hidden="true"><Kind board={board!} kind={kind} /></svg>}
      {name && !store.playing() && count === undefined ? <span class="hidden">{store.game.sides[side]}</span> : <b>{count ?? store.game.sides[side]}</b>}
      {store.playing() ? <small>{sits(store, side)}</small> : name && <small class="player">{name}</small>}
      {ms !== undefined && <time class={ms < 10_000 ? 'low' : ''}>{clock(ms)}</time>}
    </span>
  )
}

/** sits names who plays a side. */
function sits(store: Store, side: 0 | 1): string {
  if ((store.settings.engine === 'first') !== (side === 0)) return text('seat.you')
  const opponent = store.opponent()
  return opponent ? text(`opponent.${opponent.name}`) : text('seat.level', { n: store.settings.level })
}

/** clock writes a time as 5:00, or 1:05:00. */
function clock(ms: number): string {
  const two = (n: number) => String(n % 60).padStart(2, '0')
  const [seconds, minutes, hours] = [1000, 60_000, 3_600_000].map((unit) => Math.floor(ms / unit)) as [number, number, number]
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

/** Steps are buttons that step through a game. */
export function Steps({ store }: { store: Store }) {
  const { parent, children } = store.here
  return (
    <span class="group">
      {tool('first', 'tool.first', store.first, !parent)}
      {tool('back', 'tool.back', store.back, !parent)}
      {tool('forward', 'tool.forward', store.forward, !children.length)}
      {tool('last', 'tool.last', store.final, !children.length)}
    </span>
  )
}

function Toolbar({ store, open, edit }: { store: Store; open: (d: DialogName) => void; edit: () => void }) {
  const at = store.here
  const { board } = store.game
  return (
    <div class="tools" role="toolbar" aria-label={text('tool.label')}>
      <Steps store={store} />
      <span class="group">
        {board?.mirrors && tool('flip', 'tool.flip', () => store.flip())}
        {board && board.turns > 1 && tool('turn', 'tool.turn', () => store.turn())}
      </span>
      <span class="group">
        {tool('new', 'tool.new', () => open('new'))}
        {board?.setup && tool('edit', 'tool.setup', edit)}
        {tool('paste', 'tool.paste', () => open('paste'))}
        {tool('share', 'tool.share', () => open('share'))}
        {tool('tree', 'tool.look', () => (location.hash = labAddress(store.game.name, store.start, store.moves(at))), at.state.over)}
        {tool('studies', 'tool.studies', () => open('studies'))}
        {tool('help', 'tool.help', () => open('help'))}
      </span>
    </div>
  )
}
