import { Fragment, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { get, post } from './api'
import { doneOf, own, progress, readCourse, sum, tally, worked, type Course, type Done, type Entry } from './course'
import { keep, kept } from './keep'
import { toAddress, usual } from './labsetup'
import { today } from './lines'
import { download } from './picture'
import { pages } from './progress'
import { Ask } from './quiz'
import { language, text } from './words'
import { searched, type Checked } from './write'

/** Lesson is what the list of lessons says of one. */
interface Lesson {
  name: string
  title: string
  pages: number
}

/** Opened is the course that was opened last. Its address is empty if its file was chosen by hand. */
interface Opened {
  address: string
  title: string
  text: string
}

/** site is the folder of the page, in whatever language that is. */
const site = new URL(document.documentElement.dataset.engines ?? '.', location.href).href

const opened = (): Opened => kept('course', { address: '', title: '', text: '' })

const addressOf = (address: string, entry = 0) => {
  const q = new URLSearchParams()
  if (address) q.set('course', address)
  if (entry) q.set('at', String(entry))
  return `#/learn/course${q.size ? `?${q}` : ''}`
}

/** fetched returns the text of a course, the kept one if there is no network. */
async function fetched(address: string): Promise<string> {
  const last = opened()
  if (!address) return last.text
  const url = own(address, site)
  const answer = await fetch(url).catch(() => null)
  if (!answer && last.address === address) return last.text
  if (!answer?.ok) throw new Error(text('course.dead', { address }))
  return answer.text()
}

/** OpenCourse opens the file of a course, or the last one. */
export function OpenCourse() {
  const [error, setError] = useState('')
  const last = opened()
  const load = async (e: Event) => {
    const field = e.currentTarget as HTMLInputElement
    try {
      const file = await field.files?.[0]?.text()
      field.value = ''
      if (file === undefined) return
      const { title } = readCourse(file, [])
      if (!keep('course', { address: '', title, text: file })) return setError(text('course.full'))
      location.hash = addressOf('')
    } catch (e) {
      setError((e as Error).message)
    }
  }
  return (
    <p class="row opener">
      {last.text && <a class="button" href={addressOf(last.address)}>{text('course.last', { title: last.title || text('course.course') })}</a>}
      <label class="button"><input type="file" class="hidden" accept=".json" onChange={(e) => void load(e)} />{text('course.open')}</label>
      {error && <span class="error" role="alert">{error}</span>}
    </p>
  )
}

/** ShowCourse lists the entries of a course, or asks the quiz of one. */
export function ShowCourse({ address, at }: { address: string; at: number }) {
  const [course, setCourse] = useState<Course | null>(null)
  const [lessons, setLessons] = useState<Lesson[]>([])
  const [dead, setDead] = useState<Record<number, string>>({}) // sheets that cannot be opened, by entry
  const [error, setError] = useState('')
  const [lost, setLost] = useState({ work: false })
  const base = URL.canParse(address, site) ? new URL(address, site).href : site
  useEffect(() => {
    let left = false
    const load = async () => {
      const [file, { courses }] = await Promise.all([fetched(address), get<{ courses: Lesson[] }>(`lessons?lang=${language}`)])
      const c = readCourse(file, courses.map((l) => l.name), base)
      if (left) return
      keep('course', { address, title: c.title, text: file })
      setLessons(courses)
      setCourse(c)
      for (const [i, { sheet, fault: known }] of c.entries.entries()) {
        const fault = sheet && !known && await reached(sheet, base)
        if (fault && !left) setDead((all) => ({ ...all, [i]: fault }))
      }
    }
    setCourse(null)
    setDead({})
    setError('')
    load().catch((e) => left || setError((e as Error).message))
    return () => { left = true }
  }, [address])
  if (error) return <><p class="error" role="alert">{error}</p><OpenCourse /></>
  if (!course) return null
  const entry = course.entries[at - 1]
  if (entry?.quiz && !entry.fault) return <AskEntry key={at} course={course} entry={entry} back={addressOf(address)} />
  const read = (name: string): [number, number] => {
    const of = lessons.find((l) => l.name === name)?.pages ?? 0
    return [Math.min(of, pages()[name] ?? 0), of]
  }
  const open = (e: Entry) => setLost({ work: !worked(course, e, () => ({ opened: true })) })
  return (
    <section class="course">
      <header>
        <a href="#/learn/lessons">← {text('lesson.list')}</a>
        <h1>{course.title || text('course.course')}</h1>
      </header>
      {lost.work && <p class="error" role="alert">{text('course.full')}</p>}
      {course.faults.map((f) => <p class="error" role="alert">{f}</p>)}
      <ol class="shelf lessons" aria-label={text('course.course')}>
        {course.entries.map((e, i) => (
          <Item
            number={i + 1} entry={e} fault={e.fault || dead[i] || ''} done={doneOf(course, e)} pages={read(e.lesson)}
            title={e.title || lessons.find((l) => l.name === e.lesson)?.title || titleOf(e)} quiz={addressOf(address, i + 1)} base={base} open={() => open(e)}
          />
        ))}
      </ol>
      <Save course={course} pages={read} />
    </section>
  )
}

/** titleOf names an entry without a title. */
const titleOf = (e: Entry) => (e.quiz && Array.isArray(e.quiz.stages) ? e.quiz.stages.map((s) => text(`stage.${s}`)).join(', ') : text(e.sheet ? 'course.sheet' : 'course.game'))

/** reached returns why an address cannot be opened, or nothing. */
async function reached(address: string, base: string): Promise<string> {
  const answer = await fetch(own(address, base), { method: 'HEAD' }).catch(() => null)
  return answer?.ok ? '' : text('course.dead', { address })
}

interface ItemProps {
  number: number
  entry: Entry
  fault: string
  done: Done
  pages: [number, number]
  title: string
  quiz: string // its address
  base: string
  open: () => void
}

/** Item is an entry in the list. */
function Item({ number, entry: e, fault, done, pages: [read, of], title, quiz, base, open }: ItemProps) {
  const [error, setError] = useState('')
  const s = sum(done, e.quiz?.stages ?? [])
  const ended = e.lesson ? of > 0 && read >= of : e.quiz ? s.ended : !!done.opened
  const late = e.due && !ended && Math.floor(Date.parse(e.due) / 86_400_000) < today()
  /** toLab opens the laboratory with a game. */
  const toLab = async () => {
    try {
      const found = await post<Checked>('scripts/check', { text: e.game })
      if (!found.name) return setError(found.fault?.text ?? '')
      open()
      location.hash = `#/learn/lab?${toAddress({ ...usual, ...searched(found, usual) })}`
    } catch (e) {
      setError((e as Error).message)
    }
  }
  const head = () => {
    if (fault) return title
    if (e.lesson) return <a href={`#/learn/lessons?lesson=${encodeURIComponent(e.lesson)}`}>{title}</a>
    if (e.quiz) return <a href={quiz}>{title}</a>
    if (e.sheet) return <a href={own(e.sheet, base).href} target="_blank" rel="noopener" onClick={open}>{title}</a>
    return <a href="#/learn/lab" onClick={(click) => (click.preventDefault(), void toLab())}>{title}</a>
  }
  const state = () => {
    if (e.lesson) return read ? (ended ? text('lesson.read') : text('lesson.step', { step: read, steps: of })) : ''
    if (e.quiz) return [s.tried && text('course.tries', { right: s.first, of: s.of, later: s.later }), s.begun && s.begun < e.quiz.stages.length && text('course.begun', { n: s.begun, of: e.quiz.stages.length })].filter(Boolean).join('; ')
    return done.opened ? text('course.opened') : ''
  }
  return (
    <li class="panel">
      <span class="number">{ended ? '✓' : number}</span>
      <h2>{head()}</h2>
      {e.due && <p class={late ? 'error' : 'note'}>{text(late ? 'course.late' : 'course.due', { day: new Date(e.due).toLocaleDateString(language, { timeZone: 'UTC', day: 'numeric', month: 'long', year: 'numeric' }) })}</p>}
      {e.note && <p>{e.note}</p>}
      {!fault && state() && <p class="note">{state()}</p>}
      {(fault || error) && <p class="error" role="alert">{fault || error}</p>}
    </li>
  )
}

/** AskEntry asks the quiz of an entry, stage by stage, and records the answers. */
function AskEntry({ course, entry, back }: { course: Course; entry: Entry; back: string }) {
  const { stages, ...quiz } = entry.quiz!
  const [stage, choose] = useState(stages[0]!)
  const [lost, setLost] = useState({ work: false })
  const done = doneOf(course, entry)
  return (
    <section class="quiz">
      <p><a href={back}>← {course.title || text('course.course')}</a></p>
      <h1>{entry.title || titleOf(entry)}</h1>
      {entry.note && <p>{entry.note}</p>}
      {lost.work && <p class="error" role="alert">{text('course.full')}</p>}
      <div class="row stages">
        {stages.map((s) => {
          const { first, tried, of } = tally(done, s)
          return <button type="button" aria-pressed={s === stage} class={s === stage ? 'primary' : ''} onClick={() => choose(s)}>{text(`stage.${s}`)}{tried > 0 && ` ${first}/${of}`}</button>
        })}
      </div>
      <Ask
        body={{ ...quiz, lang: language, stage }} stage={stage}
        said={(t, of) => setLost({ work: !worked(course, entry, (d) => ({ tries: [...d.tries, { stage, ...t }], counts: { ...d.counts, [stage]: of } })) })}
      />
    </section>
  )
}

/** Save saves the file that the teacher reads. */
function Save({ course, pages }: { course: Course; pages: (lesson: string) => [number, number] }) {
  const [student, setStudent] = useState(kept('student', ''))
  const save = (e: Event) => {
    e.preventDefault()
    const name = student.trim()
    keep('student', name)
    download(new Blob([progress(course, name, pages)], { type: 'application/json' }), `${name.replace(/[^\p{L}\p{N}]+/gu, '-') || 'progress'}.json`)
  }
  return (
    <form class="panel save" onSubmit={save}>
      <div class="row">
        <label class="inline"><span>{text('course.name')}</span> <input value={student} required maxLength={200} autocomplete="name" onInput={(e) => setStudent(e.currentTarget.value)} /></label>
        <button type="submit" class="primary">{text('course.save')}</button>
      </div>
      <p class="note">{text('course.save-help')}</p>
    </form>
  )
}
