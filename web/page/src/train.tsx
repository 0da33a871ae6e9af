import { h } from 'preact'
import { useState } from 'preact/hooks'
import { isDrill, type Drill } from './attempt'
import { collections } from './collections'
import { facing } from './board'
import { openingName } from './games'
import { Icon } from './icon'
import { best, dropLine, keepLine, knownLine, linesOf, reply, today, trained, type Line } from './lines'
import type { Store } from './store'
import { path, remove } from './tree'
import { exact, text } from './words'

const pace = 500 // milliseconds before a reply

/** further is how many moves a line goes on by the book and by games. */
const further = 8

/** begin asks for the moves of a line, and then of more lines. */
async function begin(store: Store, line: Line, more: Line[] = []) {
  if (!(await store.open(line.game, line.position))) return
  const { board } = store.game
  if (board) store.view = facing(board, store.root.state, line.side)
  store.retry = { line: knownLine(line), more, missed: false, verdict: '', said: '', move: '', judge: () => judge(store) }
  store.go(store.root)
}

/** lengthened returns a line with moves after it, where a side is to move: the reader's are the book's best or the most
 * usual ones, and replies are drawn by how often they were played. */
async function lengthened(line: Line, turn: number): Promise<Line> {
  const to = { ...line, moves: [...line.moves] }
  for (let n = 0; n < further; n++, turn = 1 - turn) {
    const { rows } = await collections.explore(placeOf(to), new AbortController().signal)
    const row = turn === line.side ? best(rows) : reply(rows, Math.random())
    if (!row) break
    to.moves.push(row.move)
    to.name = row.opening ?? to.name
  }
  return to
}

const placeOf = ({ game, position, moves }: Line) => ({ game, moves, ...(position && { position }) })

/** judge looks at the move to the current position: the line goes on after its own move, and other moves are
 * taken back. */
function judge(store: Store) {
  const { here, retry: d } = store
  if (!isDrill(d) || d.verdict === 'done') return
  const moves = store.moves(here)
  const { line } = d
  const wrong = moves.findIndex((m, i) => m !== line.moves[i])
  if (wrong >= 0) {
    const from = path(here)[wrong]!
    if (wrong === moves.length - 1 && from.state.side === line.side) return void refuse(store, d, moves[wrong]!)
    return undo(store)
  }
  d.verdict = moves.length < line.moves.length ? '' : 'done'
  if (d.verdict === 'done') {
    d.line = trained(line, !d.missed, today())
    keepLine(d.line)
    store.analyse()
  } else if (here.state.side !== line.side) {
    setTimeout(() => store.retry === d && store.here === here && void store.play(line.moves[moves.length]!), pace)
  }
}

/** refuse says what is known of a move that is not of the line. A symmetric one is as good. */
async function refuse(store: Store, d: Drill, move: string) {
  const { here } = store
  const wanted = d.line.moves[here.ply - 1]!
  const known = await collections.explore({ ...placeOf(d.line), moves: d.line.moves.slice(0, here.ply - 1) }, new AbortController().signal).catch(() => null)
  if (store.retry !== d || store.here !== here) return
  if (known && known.keys[move] === known.keys[wanted]) {
    undo(store)
    return void store.play(wanted)
  }
  const row = known?.rows.find((r) => known.keys[r.move] === known.keys[move])
  d.move = move
  d.missed = true
  d.verdict = 'wrong'
  const key = row?.book ? 'train.booked' : row?.games ? 'train.played' : row ? 'train.named' : 'train.unknown'
  d.said = text(key, { move: store.spell(move), all: exact(row?.games ?? 0), n: row?.games ?? 0 })
  store.changed()
}

/** undo takes the last move back. */
function undo(store: Store) {
  const gone = store.here
  if (!gone.parent) return
  remove(gone)
  store.go(gone.parent)
}

/** DrillBar asks for the next move of a line and says how the last was. */
export function DrillBar({ store, drill: d }: { store: Store; drill: Drill }) {
  const { line } = d
  const at = store.here.ply
  const end = () => {
    store.retry = null
    store.resume()
  }
  const reveal = () => {
    if (d.verdict === 'wrong') undo(store)
    d.missed = true
    void store.play(line.moves[store.here.ply]!)
  }
  const mine = store.here.state.side === line.side
  const [next, ...more] = d.more
  const said = {
    '': () => text(mine ? 'train.ask' : 'train.wait', { side: store.side(store.here), n: at, all: line.moves.length }),
    wrong: () => `✗ ${d.said}`,
    done: () => `${d.missed ? '' : '✓ '}${text(d.missed ? 'train.missed' : 'train.right', { n: line.due - today() })}`,
  }[d.verdict]()
  return (
    <div class="retry" role="status">
      <span>{said}</span>
      {d.verdict === 'wrong' && <button type="button" class="small" onClick={() => undo(store)}>{text('retry.again')}</button>}
      {d.verdict !== 'done' && (mine || d.verdict === 'wrong') && <button type="button" class="small" onClick={reveal}>{text('quiz.reveal')}</button>}
      {d.verdict === 'done' && d.missed && <button type="button" class="small" onClick={() => void begin(store, line, d.more)}>{text('retry.again')}</button>}
      {d.verdict === 'done' && next && <button type="button" class="small primary" onClick={() => void begin(store, next, more)}>{text('train.next', { n: d.more.length })}</button>}
      <button type="button" class="icon" aria-label={text('close.action')} onClick={end}><Icon name="close" /></button>
    </div>
  )
}

/** Trainer trains the line to the current position, or longer, and lists the lines of the game. */
export function Trainer({ store }: { store: Store }) {
  const [on, setOn] = useState(false)
  const [, again] = useState(0)
  const { game, here } = store
  const moves = store.moves(here)
  const all = linesOf(game.name)
  const due = all.filter((l) => l.due <= today())
  const train = async (side: 0 | 1) => {
    const named = path(here).reverse().find((n) => n.state.opening)
    const line: Line = { game: game.name, position: store.start, moves, side, name: named?.state.opening ?? '', box: 0, due: today() }
    try {
      const whole = on ? await lengthened(line, here.state.side) : line
      if (whole.moves.length) await begin(store, whole)
    } catch (e) {
      store.fail(e)
    }
  }
  return (
    <div class="trainer">
      <div class="row">
        <span>{text('train.title')}</span>
        {game.sides.map((name, side) => <button type="button" class="small" disabled={!moves.length && !on} onClick={() => void train(side as 0 | 1)}>{text('engine.for', { side: name })}</button>)}
      </div>
      <label class="switch">
        <input type="checkbox" checked={on} onChange={(e) => setOn(e.currentTarget.checked)} />
        <span>{text('train.on')}</span>
      </label>
      {!!due.length && <p><button type="button" class="small primary" onClick={() => void begin(store, due[0]!, due.slice(1))}>{text('train.due', { n: due.length })}</button></p>}
      {!!all.length && (
        <details>
          <summary>{text('train.lines', { n: all.length })}</summary>
          <ul class="games">
            {all.map((l) => (
              <li>
                <button type="button" onClick={() => void begin(store, l)}>
                  <b>{[openingName(l.name), game.sides[l.side]].filter(Boolean).join(' · ')}</b>
                  <span>{l.moves.map(store.spell).join(' ')}</span>
                  <span>{l.due <= today() ? text('train.now') : text('train.later', { n: l.due - today() })}</span>
                </button>
                <button type="button" class="icon" aria-label={text('train.drop')} onClick={() => (dropLine(l), again(Date.now()))}><Icon name="close" /></button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
