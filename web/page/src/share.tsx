import { h, type ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { aborted, post, type Note } from './api'
import { filmOf } from './film'
import { title } from './games'
import { copy, copyable, download, pictureOf, save, unbase64 } from './picture'
import { brief } from './score'
import { recordOf } from './record'
import type { Store } from './store'
import { longest } from './study'
import { isDistance, line, type Node } from './tree'
import { text } from './words'

/** Share copies the position, game, address or picture that is shown. */
export function Share({ store }: { store: Store }) {
  const formats = store.game.formats.filter((f) => f.name !== 'position')
  const [format, setFormat] = useState(store.format ?? (formats[0]?.variations ? formats[0].name : 'transcript'))
  const [record, setRecord] = useState<{ text: string; data?: string }>({ text: '' })
  useEffect(() => {
    const whole = formats.some((f) => f.name === format && f.variations)
    const written = recordOf(store.root, whole ? null : line(store.here), store.heading, judged)
    const ask = new AbortController()
    post<{ text: string; data?: string }>('records/write', { ...written, game: store.game.name, start: store.start, format }, ask.signal).then(setRecord, (e) => aborted(e) || setRecord({ text: (e as Error).message }))
    return () => ask.abort()
  }, [format])
  const [link, setLink] = useState<string | null>('')
  const [framed, setFramed] = useState<string | null>('')
  useEffect(() => {
    void store.link().then(setLink)
    void store.link('?embed=1').then(setFramed)
  }, [])
  const [filming, setFilming] = useState(false)
  const film = async () => {
    setFilming(true)
    await filmOf(store).then((blob) => download(blob, 'plywood.png'), (e) => store.fail(e))
    setFilming(false)
  }
  return (
    <div class="share">
      <Copied label={text('share.position')} value={store.here.state.position} />
      <Copied label={text('share.game')} value={record.data ? text('share.binary') : record.text.trim()} rows={3}>
        <button type="button" onClick={() => download(new Blob([record.data ? unbase64(record.data) : record.text]), `plywood.${format}`)}>{text('share.file')}</button>
        {formats.length > 1 && (
          <select aria-label={text('share.format')} value={format} onChange={(e) => setFormat(e.currentTarget.value)}>
            {formats.map((f) => <option value={f.name} title={f.title}>{f.name}</option>)}
          </select>
        )}
      </Copied>
      {link === null ? <p class="note">{text('share.long', { n: longest })}</p> : <Copied label={text('share.link')} value={link} />}
      {framed && <Copied label={text('share.embed')} value={frame(framed, title(store.game))} rows={3} />}
      {store.game.board && (
        <p class="actions">
          {copyable() && <CopyPicture />}
          <button type="button" onClick={() => void save('svg', pictureOf())}>{text('share.svg')}</button>
          <button type="button" onClick={() => void save('png', pictureOf())}>{text('share.png')}</button>
          {line(store.here).length > 1 && <button type="button" disabled={filming} onClick={() => void film()}>{text('share.film')}</button>}
        </p>
      )}
    </div>
  )
}

/** frame writes the element that shows an address in another page. */
const frame = (address: string, title: string) =>
  `<iframe src="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" title="${title}" width="640" height="420" loading="lazy" style="border: 0; max-width: 100%"></iframe>`

function CopyPicture() {
  const [done, mark] = useBriefly()
  return <button type="button" onClick={() => void copy(pictureOf()).then(mark)}>{text(done ? 'share.copied' : 'share.image')}</button>
}

/** useBriefly returns a state that is true for a while after it is set. */
function useBriefly(): [boolean, () => void] {
  const [on, set] = useState(false)
  return [on, () => (set(true), setTimeout(() => set(false), 1500))]
}

/** judged returns what a review says of the move to a position. */
function judged({ reviewed: r }: Node): Note {
  if (!r) return {}
  const better = r.mark || r.turning ? text('share.better', { line: r.pv?.join(' ') ?? '', value: brief(r.best_value!) }) : ''
  const words = [r.mark, better].filter(Boolean).join(' ')
  return { ...(words && { text: words }), ...(r.value && !isDistance(r.value) && { eval: String(Math.round(r.value.value * 1000) / 1000) }) }
}

type CopiedProps = { label: string; value: string; rows?: number; children?: ComponentChildren }

export function Copied({ label, value, rows, children }: CopiedProps) {
  const [done, mark] = useBriefly()
  const copyText = async () => {
    await navigator.clipboard?.writeText(value)
    mark()
  }
  return (
    <div class="copied">
      <label>
        <span>{label}</span>
        {rows ? <textarea rows={rows} readOnly value={value} /> : <input readOnly value={value} onFocus={(e) => e.currentTarget.select()} />}
      </label>
      <div class="row">
        {children}
        <button type="button" onClick={() => void copyText()}>{text(done ? 'share.copied' : 'share.copy')}</button>
      </div>
    </div>
  )
}
