// Moves that the page asks the reader for: better ones than a review has marked, and those of a line.

import type { Line } from './lines'
import type { Node } from './tree'

/** Attempt asks for a move. The scores are hidden meanwhile. */
interface Attempt {
  move: string // that was tried
  judge: () => void // judges the move to the current position, if it is a try
}

/** Retry is a second try at moves that a review has marked. Scores are hidden until a fault is mended or its
 * best move shown. */
export interface Retry extends Attempt {
  faults: Node[]
  at: number // the fault to mend
  verdict: '' | 'judging' | 'right' | 'wrong' | 'shown'
}

/** Drill asks for one side's moves of a line. Scores are hidden until the line ends. */
export interface Drill extends Attempt {
  line: Line
  more: Line[] // to train after it
  missed: boolean
  verdict: '' | 'wrong' | 'done'
  said: string // about the move that was tried
}

export const isDrill = (r: Retry | Drill | null): r is Drill => !!r && 'line' in r

/** hides reports whether scores would give the answer away. */
export const hides = (r: Retry | Drill | null): boolean => !!r && r.verdict !== 'done' && r.verdict !== 'right' && r.verdict !== 'shown'
