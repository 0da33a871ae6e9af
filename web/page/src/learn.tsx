import { h } from 'preact'
import { text } from './words'

export function Learn() {
  return <p>{text('nav.learn')}</p>
}
