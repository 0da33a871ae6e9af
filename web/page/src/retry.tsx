import { h } from 'preact'
import { stream, type ReviewedMove } from './api'
import { hides, isDrill, type Retry } from './attempt'
import { Icon } from './icon'
import type { Store } from './store'
import type { Node } from './tree'
import { DrillBar } from './train'
import { text } from './words'

/** retry turns to one of some faults, or ends after the last. */
export function retry(store: Store, faults: Node[], at = 0) {
  store.retry = at < faults.length ? { faults, at, verdict: '', move: '', judge: () => void judge(store) } : null
  store.go(store.retry ? faults[at]!.parent! : store.here)
}

const judgingTime = 1000 // ms

/** judge judges the move to the current position, if it is a try. */
async function judge(store: Store) {
  const { here, retry: r } = store
  if (!r || isDrill(r)) return
  const fault = r.faults[r.at]
  if (!fault || here.parent !== fault.parent || !hides(r)) return
  const move = here.state.move!
  const say = (verdict: Retry['verdict']) => {
    if (store.retry !== r || store.here !== here) return
    Object.assign(r, { verdict, move })
    if (!hides(r)) store.analyse()
    store.changed()
  }
  if (move === fault.reviewed!.move || move === fault.reviewed!.best) return say(move === fault.reviewed!.best ? 'right' : 'wrong')
  say('judging')
  let mark = '?'
  try {
    const body = { game: store.game.name, position: fault.parent!.state.position, moves: [move], time_ms: judgingTime }
    await stream('review', body, new AbortController().signal, (name, doc) => {
      if (name === 'end') mark = (doc.moves as ReviewedMove[])[0]!.mark
    })
    say(mark ? 'wrong' : 'right')
  } catch (e) {
    say('')
    store.fail(e)
  }
}

/** RetryBar asks for a better move. */
export function RetryBar({ store }: { store: Store }) {
  const { retry: r } = store
  if (!r) return null
  if (isDrill(r)) return <DrillBar store={store} drill={r} />
  const fault = r.faults[r.at]!
  const { number, move, mark, best } = fault.reviewed!
  const tried = store.spell(r.move)
  const said = {
    '': () => text('retry.ask', { n: number, side: store.side(fault.parent!), move: store.spell(move) + mark }),
    judging: () => text('retry.judging', { move: tried }),
    right: () => `✓ ${text('retry.right', { move: tried })}`,
    wrong: () => `✗ ${text('retry.wrong', { move: tried })}`,
    shown: () => text('retry.best', { move: store.spell(best ?? '') }),
  }[r.verdict]()
  const back = (verdict: '' | 'shown') => {
    r.verdict = verdict
    store.go(fault.parent!)
  }
  return (
    <div class="retry" role="status">
      <span>{said}</span>
      {r.verdict === 'wrong' && <button type="button" class="small" onClick={() => back('')}>{text('retry.again')}</button>}
      {hides(r) && <button type="button" class="small" onClick={() => back('shown')}>{text('quiz.reveal')}</button>}
      <button type="button" class="small primary" onClick={() => retry(store, r.faults, r.at + 1)}>{text(r.at + 1 < r.faults.length ? 'retry.next' : 'retry.end')}</button>
      <button type="button" class="icon" aria-label={text('close.action')} onClick={() => retry(store, [])}><Icon name="close" /></button>
    </div>
  )
}
