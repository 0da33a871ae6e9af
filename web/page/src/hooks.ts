import { useLayoutEffect, useReducer } from 'preact/hooks'
import type { Store } from './store'

/** useStore draws a component again when the store has changed, from the moment
 * that there is something to see: effects that wait for the picture would miss what
 * happens before it. */
export function useStore(store: Store) {
  const [, again] = useReducer((n: number) => n + 1, 0)
  useLayoutEffect(() => store.subscribe(() => again(0)), [store])
}
