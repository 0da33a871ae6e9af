// A second try at moves that a review has marked.

import type { Node } from './tree'

/** Retry is such a try. Scores are hidden until a fault is mended or its best move shown. */
export interface Retry {
  faults: Node[]
  at: number // the fault to mend
  verdict: '' | 'judging' | 'right' | 'wrong' | 'shown'
  move: string // that was tried
  judge: () => void // judges the move to the current position, if it is a try
}

/** hides reports whether scores would give the answer away. */
export const hides = (r: Retry | null): boolean => !!r && r.verdict !== 'right' && r.verdict !== 'shown'
