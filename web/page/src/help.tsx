import { Fragment, h } from 'preact'
import { text } from './words'

const keys: [string, string][] = [
  ['← →  k j', 'help.step'], ['Home  End', 'help.ends'], ['↑ ↓', 'help.variation'], ['Space  l', 'help.analyse'],
  ['h', 'help.hint'], ['f', 'help.flip'], ['r', 'help.turn'], ['z', 'help.focus'], ['n', 'help.new'], ['s', 'help.studies'], ['u', 'help.undo'], ['?', 'help.help'],
]

export function Help() {
  return (
    <>
      <dl class="keys">
        {keys.map(([key, what]) => (
          <div>
            <dt>{key.split('  ').map((group) => group.split(' ').map((k) => <kbd>{k}</kbd>))}</dt>
            <dd>{text(what)}</dd>
          </div>
        ))}
      </dl>
      <p>{text('help.scores')}</p>
      <p>{text('help.board')}</p>
      <p>{text('help.arrows')}</p>
    </>
  )
}
