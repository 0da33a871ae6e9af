import { Fragment, h } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { get } from './api'
import { OpenCourse } from './courseview'
import { useKeys } from './keys'
import { schoolAddress, usual, type SetUp } from './labsetup'
import { Marked } from './marked'
import { Player } from './player'
import { pages, read, score } from './progress'
import { Ask, Due } from './quiz'
import { Replay, type Scene } from './replay'
import { Key, TreeView } from './treeview'
import { language, text } from './words'

interface Summary {
  name: string
  title: string
  source: string
  pages: number
}

interface Course extends Summary {
  introduction: string
  steps: { title: string; text: string; scene: number; at: number }[]
  scenes: Scene[]
  setups: Partial<SetUp>[] // one a scene
  exercises: (Partial<SetUp> & { stage: string })[]
  seed: number
  question: string
  answer: string
}

/** Lessons lists the lessons, or shows one. */
export function Lessons({ name, at, go }: { name: string; at: number; go: (name: string, at: number) => void }) {
  const [all, setAll] = useState<Summary[]>([])
  const [course, setCourse] = useState<Course | null>(null)
  const [error, setError] = useState('')
  useEffect(() => void get<{ courses: Summary[] }>(`lessons?lang=${language}`).then((r) => setAll(r.courses), (e) => setError(e.message)), [])
  useEffect(() => {
    setCourse(null)
    let left = false
    if (name) get<Course>(`lessons/${encodeURIComponent(name)}?lang=${language}`).then((c) => left || setCourse(c), (e) => left || setError(e.message))
    return () => { left = true }
  }, [name])
  if (error) return <p class="error" role="alert">{error}</p>
  if (name) return course && <Walk course={course} at={at} go={(n) => go(name, n)} leave={() => go('', 0)} />
  const done = pages()
  return (
    <>
    <Due />
    <OpenCourse />
    <ul class="shelf lessons" aria-label={text('lesson.list')}>
      {all.map((c, i) => {
        const page = done[c.name] ?? 0
        const ended = page >= c.pages
        return (
          <li class="panel">
            <span class="number">{ended ? '✓' : i + 1}</span>
            <h2><a href={`#/learn/lessons?lesson=${c.name}`} onClick={(e) => (e.preventDefault(), go(c.name, ended ? 0 : page))}>{c.title}</a></h2>
            <p class="note">{c.source}</p>
            {page > 0 && <p class="note">{ended ? text('lesson.read') : text('lesson.step', { step: page, steps: c.pages })}</p>}
          </li>
        )
      })}
    </ul>
    </>
  )
}

/** Exercises are questions about fresh trees, in the lesson's own quiz, and one to answer in the reader's own
 * words. */
function Exercises({ course }: { course: Course }) {
  const [{ exercises, seed }, setFresh] = useState(course)
  const [chosen, choose] = useState(0)
  const [, again] = useState({})
  const { stage, position, ...setup } = exercises[chosen]!
  const other = () => void get<Course>(`lessons/${course.name}?lang=${language}&seed=${seed + 1}`).then((c) => (setFresh(c), choose(0)))
  return (
    <section class="quiz exercises">
      <h2>{text('lesson.problems', { seed })}</h2>
      <div class="row stages">
        {exercises.map((x, i) => {
          const [right, of] = score(x) ?? []
          return <button type="button" aria-pressed={i === chosen} class={i === chosen ? 'primary' : ''} onClick={() => choose(i)}>{i + 1}. {text(`stage.${x.stage}`)}{of && ` ${right}/${of}`}</button>
        })}
        <button type="button" class="other" onClick={other}>{text('lesson.others')}</button>
        <a href={schoolAddress('quiz', setup)}>{text('lesson.more')}</a>
      </div>
      {position && <p>{text('lesson.position', { position })}</p>}
      <Ask setup={{ ...usual, ...setup }} stage={stage} done={() => again({})} />
      <h2>{text('lesson.question')}</h2>
      <Marked source={course.question} />
      <details><summary>{text('lesson.answer')}</summary><Marked source={course.answer} /></details>
    </section>
  )
}

function Walk({ course, at, go, leave }: { course: Course; at: number; go: (n: number) => void; leave: () => void }) {
  // Page 0 is the introduction.
  const page = Math.min(at, course.steps.length)
  const step = course.steps[page - 1]
  const scene = step && step.scene >= 0 ? course.scenes[step.scene]! : null
  const replay = useMemo(() => scene && new Replay(scene), [scene])
  const [place, setPlace] = useState(step?.at ?? 0)
  const [selected, setSelected] = useState(0)
  useEffect(() => setPlace(step?.at ?? 0), [page])
  useEffect(() => read(course.name, page), [page])
  replay?.to(place)
  const on = () => page < course.steps.length && go(page + 1)
  useKeys({ PageDown: on, Enter: on, PageUp: () => page && go(page - 1) })
  return (
    <article class="walk">
      <header>
        <button type="button" class="quiet" onClick={leave}>← {text('lesson.list')}</button>
        <h1>{course.title}</h1>
        <p class="note">{course.source}</p>
      </header>
      <div class="walk-body">
        <section class="prose">
          {step && <h2>{step.title}</h2>}
          <Marked source={step ? step.text : course.introduction} />
          <p class="actions">
            <button type="button" disabled={page === 0} onClick={() => go(page - 1)}>{text('lesson.back')}</button>
            <span class="note">{text('lesson.step', { step: page, steps: course.steps.length })}</span>
            <span class="grow" />
            {page < course.steps.length ? <button type="button" class="primary" onClick={on}>{text('lesson.on')}</button> : <button type="button" class="primary" onClick={leave}>{text('lesson.done')}</button>}
          </p>
        </section>
        {replay && (
          <section class="stage">
            <TreeView replay={replay} step={place} selected={Math.min(selected, replay.nodes.length - 1)} select={setSelected} follow />
            <Player replay={replay} step={place} go={setPlace} told={replay.scene.told[place] ?? ''} />
            <Key replay={replay} />
            <p class="row">
              <a href={schoolAddress('lab', course.setups[step!.scene]!)}>{text('lesson.lab')}</a>
              {replay.scene.written && <a href={schoolAddress('quiz', course.setups[step!.scene]!)}>{text('lesson.quiz')}</a>}
            </p>
          </section>
        )}
      </div>
      {page === course.steps.length && <Exercises course={course} />}
    </article>
  )
}
