import { Component, Fragment, h } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Analysis } from './api'
import { Strip } from './graph'
import { Icon, tool } from './icon'
import { wordsOf } from './ink'
import { summaryOf } from './record'
import { figure, scaleOf } from './score'
import { gradeOf, grades, printed } from './signs'
import type { Store } from './store'
import { isMain, judgement, numbered, over, path, promote, type Node } from './tree'
import { text } from './words'

/** Moves lists the game with its variations, and accepts typed moves. */
export function Moves({ store, open }: { store: Store; open: (d: 'heading' | 'review') => void }) {
  return (
    <section class="panel moves">
      <div class="top">
        <h2>{text('moves.title')}</h2>
        <span class="grow" />
        <button type="button" class="quiet" onClick={() => open('review')} disabled={store.veiled() || !store.root.children.length}><Icon name="review" />{text('moves.review')}</button>
        {tool('edit', 'dialog.heading', () => open('heading'))}
      </div>
      {store.heading && <p class="note record">{summaryOf(store.heading)}</p>}
      <MoveList store={store} />
      <Strip store={store} />
      <TypeMove store={store} />
      {store.here.parent && <MoveTools store={store} />}
      <Comment key={store.here.id} store={store} node={store.here} />
    </section>
  )
}

/** MoveList lists the game with its variations. The current move stays in view. */
export function MoveList({ store }: { store: Store }) {
  const ref = useRef<HTMLDivElement>(null)
  const shown = new Set(path(store.here))
  const seen = useRef({ here: store.here, height: 0 })
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => { // once a frame, when the layout is needed anyway
      const list = ref.current!
      const now = { here: store.here, height: list.scrollHeight + list.clientHeight }
      if (now.here !== seen.current.here || now.height !== seen.current.height) reveal(list)
      seen.current = now
    })
    return () => cancelAnimationFrame(frame)
  })
  return (
    <div class="list" ref={ref}>
      {store.root.children.length ? <Line store={store} from={store.root} shown={shown} judged={!store.veiled()} /> : <p class="empty">{text('moves.none')}</p>}
    </div>
  )
}

/** MoveTools judge the current move, make its variation the main line, and remove it. */
function MoveTools({ store }: { store: Store }) {
  const at = store.here
  const grade = gradeOf(at.note?.sign)
  return (
    <div class="variation-tools" role="group" aria-label={text('moves.tools')}>
      {grades.map(([sign, name]) => (
        <button type="button" key={sign} class="quiet" aria-pressed={sign === grade} title={text(name)} aria-label={`${sign} ${text(name)}`} onClick={() => store.grade(at, sign)}>{sign}</button>
      ))}
      <span class="grow" />
      {!isMain(at) && tool('up', 'moves.promote', () => (promote(at), store.worked(), store.go(at)))}
      {tool('close', at.parent!.children.length > 1 ? 'moves.remove' : 'moves.cut', () => store.remove(at))}
    </div>
  )
}

/** reveal scrolls a list to the current move, if it is out of sight. */
function reveal(list: HTMLElement) {
  const now = list.querySelector('[aria-current]')?.getBoundingClientRect()
  const box = list.getBoundingClientRect()
  if (now && (now.top < box.top || now.bottom > box.bottom)) list.scrollTop += (now.top + now.bottom - box.top - box.bottom) / 2
}

/** Seen is the display state of a list of moves. */
interface Seen {
  shown: Set<Node> // the current position and those before it
  judged: boolean // show the costs of moves
}

/** Line writes the moves after a node: the first continuation, with the variations after each
 * move. As in print, the second side's moves have a number only where something stands before. */
function Line({ store, from, ...seen }: Seen & { store: Store; from: Node }) {
  const out = []
  let apart = !from.parent
  for (let at = from; at.children.length; at = at.children[0]!) {
    const [next, ...others] = at.children
    out.push(<Move key={next!.id} {...drawn(store, next!, apart || !!wordsOf(at.comment) || at.ply % 2 === 0, seen)} />)
    apart = others.length > 0
    for (const v of others) out.push(<Variation key={v.id} store={store} from={v} {...seen} lit={seen.shown.has(v)} edition={store.edition} known={at.analysis} />)
  }
  return <>{out}</>
}

type VariationProps = Seen & { store: Store; from: Node; lit: boolean; edition: number; known?: Analysis }

/** Variation is a variation and its fold. It is drawn again only if it leads to the current position, or did, or
 * the study or what is known of its first move has changed: a position can have hundreds. */
class Variation extends Component<VariationProps> {
  override shouldComponentUpdate = (next: VariationProps) =>
    next.lit || this.props.lit || next.edition !== this.props.edition || next.judged !== this.props.judged || next.known !== this.props.known

  render({ store, from: v, shown, judged }: VariationProps) {
    return (
      <div class="variation">
        {v.children.length > 0 && <Fold store={store} node={v} open={!store.folds(v)} />}
        <Move {...drawn(store, v, true, { shown, judged })} />
        {store.folds(v) ? '…' : <Line store={store} from={v} shown={shown} judged={judged} />}
      </div>
    )
  }
}

/** Fold folds and unfolds a variation. It is drawn again only for that, as Move is. */
class Fold extends Component<{ store: Store; node: Node; open: boolean }> {
  override shouldComponentUpdate = (next: { open: boolean }) => next.open !== this.props.open

  render({ store, node, open }: { store: Store; node: Node; open: boolean }) {
    return <button type="button" class="fold" aria-expanded={open} aria-label={text('moves.fold', { move: store.spell(node.state.move!) })} onClick={() => store.fold(node)}>{open ? '−' : '+'}</button>
  }
}

const looks = { '': '', '?!': 'slip', '?': 'mistake', '??': 'blunder' }

interface MoveProps {
  store: Store
  node: Node
  name: string
  number: string // before the move; "" if it follows another one
  comment: string
  on: boolean // leads to the current position
  current: boolean
  mark: keyof typeof looks
  signs: string // of the record
  turning: boolean
  lost: string // the cost of the move; "" if it is small or hidden
}

/** Move is drawn again only if its properties change: a study can have thousands of moves. */
class Move extends Component<MoveProps> {
  override shouldComponentUpdate(next: MoveProps) {
    return (Object.keys(next) as (keyof MoveProps)[]).some((key) => next[key] !== this.props[key])
  }

  render({ store, node, name, number, comment, on, current, mark, signs, turning, lost }: MoveProps) {
    return (
      <span class={`move ${looks[mark]} ${on ? 'on' : ''}`}>
        {number && <i>{number}</i>}
        <button type="button" aria-current={current ? 'true' : undefined} onClick={() => store.go(node)}>
          <span>
            {name}
            {mark && <b class="mark">{mark}</b>}
            {signs && <b class={`sign ${signs.startsWith('!') ? 'good' : signs.startsWith('?') ? 'bad' : ''}`}>{signs}</b>}
            {turning && <abbr title={text('moves.turning')}>*</abbr>}
          </span>
          {lost && <small title={text('moves.lost')}>{lost}</small>}
        </button>
        {comment && <q>{comment}</q>}
      </span>
    )
  }
}

/** drawn returns the properties of a move. */
function drawn(store: Store, node: Node, counted: boolean, { shown, judged }: Seen): MoveProps {
  const j = judged ? judgement(node) : null
  const least = j && !node.reviewed ? scaleOf(j.unit) / 20 : 0 // threshold for analyses outside a review
  return {
    store, node, name: store.spell(node.state.move!), number: counted ? numbered(node) : '',
    comment: node.comment ? wordsOf(node.comment) : '', on: shown.has(node), current: node === store.here,
    mark: j?.mark ?? '', signs: node.note?.sign ? printed(node.note.sign).join(' ') : '', turning: !!j?.turning, lost: (j?.loss ?? 0) > least ? figure(-j!.loss!, j!.unit) : '',
  }
}

/** Comment edits the comment on a position. A deleted comment can be restored. */
function Comment({ store, node }: { store: Store; node: Node }) {
  const before = useRef('')
  return (
    <textarea
      class="comment" rows={1} value={wordsOf(node.comment)} placeholder={text('moves.comment')} aria-label={text('moves.comment')}
      onFocus={() => { before.current = wordsOf(node.comment) }} onInput={(e) => store.comment(node, e.currentTarget.value)}
      onChange={() => before.current && !wordsOf(node.comment) && store.uncomment(node, before.current)}
    />
  )
}

/** forms are the ways to write a move that count as the same, strictest first. */
const forms: ((move: string) => string)[] = [
  (m) => m,
  (m) => m.replace(/^0-0(-0)?/, (castling) => castling.replaceAll('0', 'O')).replace(/[+#]$/, ''),
  (m) => m.replace(/[+#]$/, '').toLowerCase(), // Nf3 as nf3, but bxc3 is not Bxc3
]

/** meant returns the legal move that the reader has typed, or what was typed. */
function meant(store: Store, typed: string): string {
  const { legal } = store.here.state
  for (const form of forms) {
    const found = legal.filter((m) => [m, store.spell(m)].some((name) => form(name) === form(typed)))
    if (found.length === 1) return found[0]!
  }
  return typed
}

function TypeMove({ store }: { store: Store }) {
  const [typed, setTyped] = useState('')
  const enter = async (e: Event) => {
    e.preventDefault()
    if (typed.trim() && (await store.play(meant(store, typed.trim())))) setTyped('')
  }
  return (
    <form class="type" onSubmit={(e) => void enter(e)}>
      <input
        value={typed} onInput={(e) => setTyped(e.currentTarget.value)} placeholder={over(store.here) ? text('over.label') : text('moves.type', { example: store.spell(store.here.state.legal[0] ?? '') })}
        aria-label={text('moves.type.label')} autocomplete="off" spellcheck={false} enterkeyhint="go" disabled={over(store.here)}
      />
    </form>
  )
}
