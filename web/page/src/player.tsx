import { h, type ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from './keys'
import { Icon, tool } from './icon'
import type { Replay } from './replay'
import { text } from './words'

interface Props {
  replay: Replay
  step: number
  go: (step: number) => void
  told: string
  children?: ComponentChildren // further controls
}

/** Player steps through a search. */
export function Player({ replay, step, go: show, told, children }: Props) {
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(4) // steps a second
  const last = replay.length
  const at = useRef(step) // keys may arrive faster than renders
  at.current = step
  const go = (to: number) => {
    at.current = Math.min(last, Math.max(0, to))
    show(at.current)
  }
  const on = () => go(at.current + 1)
  const back = () => go(at.current - 1)
  const seek = (by: 1 | -1) => go(replay.cutoff(at.current, by))
  const turn = (by: 1 | -1) => go(replay.turn(at.current, by))
  const toggle = () => {
    if (!playing && step === last) go(0)
    setPlaying(!playing)
  }
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => (step >= last ? setPlaying(false) : go(Math.min(last, step + Math.max(1, Math.round(speed / 30))))), 1000 / Math.min(30, speed))
    return () => clearInterval(timer)
  }, [playing, step, speed, last])
  useKeys({
    ArrowRight: on, j: on, ArrowLeft: back, k: back, Home: () => go(0), End: () => go(last), ' ': toggle,
    c: () => seek(1), C: () => seek(-1), b: () => turn(1), B: () => turn(-1),
  })
  return (
    <div class="player">
      <p class="told" aria-live="polite">{told}</p>
      <div class="controls">
        {tool('first', 'tool.first', () => go(0), step === 0)}
        {tool('back', 'lab.back', back, step === 0)}
        <button type="button" class={`round ${playing ? 'on' : ''}`} aria-label={text(playing ? 'lab.pause' : 'lab.run')} title={text(playing ? 'lab.pause' : 'lab.run')} onClick={toggle}><Icon name={playing ? 'pause' : 'play'} /></button>
        {tool('forward', 'lab.on', on, step === last)}
        {tool('last', 'tool.last', () => go(last), step === last)}
        <button type="button" class="quiet" disabled={step === last} onClick={() => seek(1)}>{text(replay.scene.meaning ? 'lab.round' : 'lab.cutoff')}</button>
        <button type="button" class="quiet" disabled={step === last} onClick={() => turn(1)}>{text('lab.line')}</button>
        <input type="range" min={0} max={last} value={step} aria-label={text('lab.step')} onInput={(e) => go(Number(e.currentTarget.value))} />
        <output>{step}/{last}</output>
        <select aria-label={text('lab.speed')} value={speed} onChange={(e) => setSpeed(Number(e.currentTarget.value))}>
          {[1, 2, 4, 10, 30, 300].map((n) => <option value={n}>{text('lab.persecond', { n })}</option>)}
        </select>
        {children}
      </div>
    </div>
  )
}
