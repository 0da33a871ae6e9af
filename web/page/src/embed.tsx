import { h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Position } from './boardview'
import { title } from './games'
import { useStore } from './hooks'
import { tool } from './icon'
import { useKeys } from './keys'
import { MoveList } from './moves'
import { Status, stepping, Steps } from './play'
import { gradeOf } from './signs'
import type { Store } from './store'
import { over } from './tree'
import { text } from './words'

/** Embed shows a game in another site's page: board and moves, which the reader may try, and a link to
 * the whole page. */
export function Embed({ store }: { store: Store }) {
  useStore(store)
  useKeys({ ...stepping(store), f: () => store.flip() })
  const at = store.here
  const [whole, setWhole] = useState<string | null>(null)
  useEffect(() => void store.link().then(setWhole), [at])
  return (
    <main class="play embed">
      <h1 class="hidden">{title(store.game)}</h1>
      <section class="table" aria-label={text('board.section')}>
        <Position
          game={store.game} state={at.state} view={store.view} scores={false} sides={store.game.sides} ink={store.ink()} onInk={() => {}}
          sign={gradeOf(at.note?.sign)} onPlay={over(at) ? undefined : (move) => void store.play(move)}
        />
        <Status store={store} />
        <div class="tools" role="toolbar" aria-label={text('tool.label')}>
          <Steps store={store} />
          {store.game.board?.mirrors && tool('flip', 'tool.flip', () => store.flip())}
          <a href={whole ?? store.address()} target="_blank" rel="noopener" title={text('embed.open')}>Plywood</a>
        </div>
      </section>
      <aside class="side" aria-label={text('moves.title')}><section class="panel moves"><MoveList store={store} /></section></aside>
    </main>
  )
}
