import { Fragment, h } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { aborted, get, post } from './api'
import { today } from './lines'
import { algorithms, choices, examples, place, stagesOf, suited, written, type SetUp } from './labsetup'
import { answered, cards } from './progress'
import { Replay, type Scene } from './replay'
import { Key, TreeView } from './treeview'
import { text } from './words'

interface Asked {
  stage: string
  introduction: string
  questions: { node: number; text: string }[]
  from?: number // the step that shows what is asked about
  scene: Scene
}

interface Verdict {
  right: boolean
  malformed: boolean
  text: string
  expected?: string // where it is asked for
  step: number
}

/** Due leads to the first quiz that was not all right and is to be repeated today. */
export function Due() {
  const due = cards().filter((c) => c.due <= today())
  return due[0] ? <p class="due"><a class="button" href={`#/learn/quiz?${due[0].at}&stage=${due[0].stage}`}>{text('quiz.due', { n: due.length })}</a></p> : null
}

/** Said is an answer to question number question, from 1, or that its answer was shown. */
export interface Said {
  question: number
  answer: string
  right: boolean
  shown?: boolean
}

interface AskProps {
  stage: string
  setup?: SetUp // whose scores are kept; or
  body?: object // the request
  said?: (s: Said, of: number) => void
  other?: () => void
  done?: () => void
}

/** Ask asks the questions of a stage about a tree. */
export function Ask({ setup, stage, said, other, done, ...asking }: AskProps) {
  const [quiz, setQuiz] = useState<Asked | null>(null)
  const [error, setError] = useState('')
  const body = asking.body ?? { ...place(setup!), stage }
  useEffect(() => {
    const ask = new AbortController()
    post<Asked>('quiz', body, ask.signal).then((q) => (setQuiz(q), setError('')), (e) => aborted(e) || setError(e.message))
    return () => ask.abort()
  }, [JSON.stringify(body)])
  return (
    <>
      {error && <p class="error" role="alert">{error}</p>}
      {quiz && quiz.stage === stage && <Questions key={JSON.stringify(body)} quiz={quiz} body={body} said={said} ended={(right, all) => (setup && answered(setup, stage, right, all), done?.())} other={other} />}
    </>
  )
}

/** Quiz asks questions about a tree, stage by stage, the first of them at the beginning. */
export function Quiz({ setup, first, change }: { setup: SetUp; first: string; change: (to: Partial<SetUp>) => void }) {
  const tree = suited(written(setup), true)
  const stages = stagesOf(tree)
  const [chosen, setStage] = useState(first)
  const stage = stages.includes(chosen) ? chosen : stages[0]!
  const [error, setError] = useState('')
  const [number, setNumber] = useState(1) // of the next random tree
  const [, again] = useState({})
  /** draw asks questions about a random tree. */
  const draw = (n: number) => {
    setNumber(n)
    get<{ tree: string }>(`trees/random?seed=${n}&algorithm=${tree.algorithm}`).then(({ tree }) => change({ ...written(setup), tree }), (e) => setError(e.message))
  }
  return (
    <div class="quiz">
      <Due />
      <div class="row stages">
        {stages.map((s) => <button type="button" aria-pressed={s === stage} class={s === stage ? 'primary' : ''} onClick={() => setStage(s)}>{text(`stage.${s}`)}</button>)}
        <span class="grow" />
        <select aria-label={text('setting.algorithm')} value={tree.algorithm} onChange={(e) => change({ ...written(setup), algorithm: e.currentTarget.value, goal: '' })}>
          {algorithms(tree).filter((a) => suited({ ...tree, algorithm: a }, true).algorithm === a).map((a) => <option value={a}>{text(`algorithm.${a}`)}</option>)}
        </select>
        <select aria-label={text('setting.order')} value={tree.order} onChange={(e) => change({ ...written(setup), order: e.currentTarget.value })}>
          {choices.order.map(([name, key]) => <option value={name}>{text(key)}</option>)}
        </select>
        <select aria-label={text('lab.example')} value="" onChange={(e) => change({ ...written(setup), tree: examples[Number(e.currentTarget.value)]![1] })}>
          <option value="">{text('lab.example')}</option>
          {examples.map(([key], i) => <option value={i}>{text(key)}</option>)}
        </select>
        <button type="button" class="random" onClick={() => draw(number)}>{text('quiz.random-tree')}</button>
        <input
          class="number" type="number" min="0" max="999999" value={number} aria-label={text('quiz.tree-number')}
          onInput={(e) => setNumber(Math.max(0, Math.floor(Number(e.currentTarget.value) || 0)))}
        />
      </div>
      {error && <p class="error" role="alert">{error}</p>}
      <Ask setup={tree} stage={stage} other={() => draw(number + 1)} done={() => again({})} />
    </div>
  )
}

function Questions({ quiz, body, said, ended, other }: { quiz: Asked; body: object; said?: AskProps['said']; ended: (right: number, all: number) => void; other?: () => void }) {
  const replay = useMemo(() => new Replay(quiz.scene), [quiz])
  const [at, setAt] = useState(0)
  const [answer, setAnswer] = useState('')
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [right, setRight] = useState(0)
  const [tried, setTried] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const latest = useRef(at)
  latest.current = at
  const question = quiz.questions[at]
  replay.to(!question ? replay.length : verdict?.right ? Math.max(0, verdict.step) : quiz.from ?? 0)
  useEffect(() => field.current?.focus({ preventScroll: true }), [at])
  useEffect(() => { if (!question) ended(right, quiz.questions.length) }, [at])
  const check = async (e: Event, reveal = false) => {
    e.preventDefault()
    const v = await post<Verdict>('quiz/check', { ...body, question: at, answer, reveal })
    const note = (s: Omit<Said, 'question'>) => said?.({ question: at + 1, ...s }, quiz.questions.length)
    if (!v.malformed) note({ answer, right: v.right })
    if (reveal && !v.right) note({ answer: '', right: false, shown: true })
    if (latest.current !== at) return // the reader has left the question
    setVerdict(reveal && v.malformed ? { ...v, malformed: false, text: v.expected ?? text('quiz.none') } : v)
    if (v.right && !tried) setRight(right + 1)
    if (!v.malformed || reveal) setTried(true)
  }
  const anew = () => (setRight(0), go(0))
  const next = () => go(at + 1)
  const go = (to: number) => {
    setAt(to)
    setAnswer('')
    setVerdict(null)
    setTried(false)
  }
  const pick = (node: number) => {
    const label = replay.nodes[node]?.label
    if ((quiz.stage === 'cuts' || quiz.stage === 'visits') && label) setAnswer(`${answer} ${label}`.trim())
  }
  return (
    <>
      <p class="introduction">{quiz.introduction}</p>
      <TreeView replay={replay} step={replay.step} selected={Math.max(0, question?.node ?? 0)} select={pick} asked={verdict?.right || quiz.from ? undefined : question?.node} />
      <section class="panel ask">
        {question ? (
          <form onSubmit={(e) => void check(e)}>
            <label><span>{question.text}</span><input ref={field} value={answer} autocomplete="off" spellcheck={false} onInput={(e) => setAnswer(e.currentTarget.value)} /></label>
            <div class="row">
              {/* keys, or the click on next would find the button turned into the one that submits */}
              {verdict?.right ? <button key="next" type="button" class="primary next" onClick={next}>{text('quiz.next')}</button> : (
                <Fragment key="ask">
                  <button type="submit" class="primary">{text('quiz.check')}</button>
                  <button type="button" onClick={(e) => void check(e, true)}>{text('quiz.reveal')}</button>
                  <button type="button" onClick={next}>{text('quiz.skip')}</button>
                </Fragment>
              )}
              <span class="grow" />
              <span class="note">{at + 1}/{quiz.questions.length}</span>
            </div>
          </form>
        ) : (
          <>
            <p class="done">{text('quiz.score', { right, all: quiz.questions.length })}</p>
            {quiz.scene.meaning ? <p>{quiz.scene.told[replay.length]}</p> : quiz.scene.cutoffs.length > 0 && <p>{text('quiz.end')}</p>}
            <ul class="why">{quiz.scene.cutoffs.filter((step) => !quiz.scene.meaning && quiz.scene.told[step]).map((step) => <li>{quiz.scene.told[step]}</li>)}</ul>
            <div class="row">
              <button type="button" class="primary anew" onClick={anew}>{text('quiz.anew')}</button>
              {other && <button type="button" class="other" onClick={other}>{text('quiz.other')}</button>}
            </div>
          </>
        )}
        <p class={`verdict-text ${verdict?.right ? 'right' : 'wrong'}`} aria-live="polite">{verdict && `${verdict.right ? '✓' : verdict.malformed ? '?' : '✗'} ${verdict.text}`}</p>
      </section>
      <Key replay={replay} />
    </>
  )
}
