import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import type { Store } from './store'

// Both listen from the moment that there is something to see: effects that wait
// for the picture would miss what happens before it.

/** useStore draws a component again when the store has changed. */
export function useStore(store: Store) {
  const [, again] = useReducer((n: number) => n + 1, 0)
  useLayoutEffect(() => store.subscribe(() => again(0)), [store])
}

const typing = (e: KeyboardEvent) =>
  e.target instanceof HTMLElement && e.target.closest('input, textarea, select, [contenteditable], dialog') !== null

/** useKeys calls an action by the key that was pressed, outside of fields. */
export function useKeys(actions: Record<string, () => void>) {
  const latest = useRef(actions)
  latest.current = actions
  useLayoutEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.altKey || e.ctrlKey || e.metaKey || typing(e)) return
      const act = latest.current[e.key]
      if (!act || (e.key === ' ' && e.target instanceof HTMLButtonElement)) return
      e.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
