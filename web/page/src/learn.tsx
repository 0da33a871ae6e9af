import { h } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { Compare } from './compare'
import { ShowCourse } from './courseview'
import { Lab } from './lab'
import { fromAddress, toAddress, type SetUp } from './labsetup'
import { Lessons } from './lessons'
import { Quiz } from './quiz'
import { text } from './words'

const screens = ['lab', 'compare', 'quiz', 'lessons'] as const
type Screen = (typeof screens)[number] | 'course'

let visits = 0 // of addresses

function read(): { screen: Screen; setup: SetUp; lesson: string; course: string; at: number; stage: string; visit: number } {
  const [at, query] = location.hash.replace(/^#\/?/, '').split('?')
  const name = at!.split('/')[1] as Screen
  const q = new URLSearchParams(query ?? '')
  const screen = q.has('course') || name === 'course' ? 'course' : screens.includes(name as (typeof screens)[number]) ? name : 'lab'
  return { screen, setup: fromAddress(q), lesson: q.get('lesson') ?? '', course: q.get('course') ?? '', at: Number(q.get('at')) || 0, stage: q.get('stage') ?? '', visit: visits++ }
}

let waiting = 0

/** keepAddress updates the address after a pause: browsers limit how often a page may do so. It
 * leaves the address alone if the reader has followed a link by then. */
function keepAddress(address: string) {
  clearTimeout(waiting)
  const from = location.hash
  waiting = window.setTimeout(() => location.hash === from && history.replaceState(null, '', address), 200)
}

/** Learn is the laboratory of trees, with comparison, quiz and lessons. */
export function Learn() {
  const [now, setNow] = useState(read)
  useLayoutEffect(() => {
    const follow = () => {
      clearTimeout(waiting) // the reader has left
      if (location.hash.startsWith('#/learn')) setNow(read())
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const go = (screen: Screen, setup: SetUp, lesson = '', at = 0) => {
    const q = toAddress(setup)
    if (lesson) q.set('lesson', lesson)
    if (at) q.set('at', String(at))
    keepAddress(`#/learn/${screen}${q.size ? `?${q}` : ''}`)
    setNow({ ...now, screen, setup, lesson, at })
  }
  const change = (to: Partial<SetUp>) => go(now.screen, { ...now.setup, ...to })
  return (
    <div class="learn">
      {now.screen !== 'course' && (now.screen !== 'lessons' || !now.lesson) && <h1 class="hidden">{text(`learn.${now.screen}`)}</h1>}
      <nav class="tabs" aria-label={text('learn.label')}>
        {screens.map((s) => (
          <a href={`#/learn/${s}`} aria-current={s === (now.screen === 'course' ? 'lessons' : now.screen) ? 'page' : undefined} onClick={(e) => (e.preventDefault(), go(s, now.setup))}>{text(`learn.${s}`)}</a>
        ))}
      </nav>
      {now.screen === 'lab' && <Lab setup={now.setup} change={change} />}
      {now.screen === 'compare' && <Compare setup={now.setup} show={(algorithm) => go('lab', { ...now.setup, algorithm, step: undefined })} change={change} />}
      {now.screen === 'quiz' && <Quiz key={now.visit} first={now.stage} setup={now.setup} change={change} />}
      {now.screen === 'course' && <ShowCourse key={now.course} address={now.course} at={now.at} />}
      {now.screen === 'lessons' && <Lessons name={now.lesson} at={now.at} go={(lesson, at) => go('lessons', now.setup, lesson, at)} />}
    </div>
  )
}
