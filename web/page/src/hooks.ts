import { useLayoutEffect, useReducer } from 'preact/hooks'
import type { Store } from './store'

/** useStore renders a component again after each change of the store, starting before the first
 * paint: an effect after it would miss earlier changes. */
export function useStore(store: Store) {
  const [, again] = useReducer((n: number) => n + 1, 0)
  useLayoutEffect(() => store.subscribe(() => again(0)), [store])
}
