// The reader's settings for all games.

export interface Settings {
  engine: 'none' | 'first' | 'second' | 'both'
  level: number
  opponent: string // the name of one; empty for a level
  clock: number // minutes for each side, 0 for none
  increment: number // seconds a move
  scores: boolean
  arrows: boolean // show the best moves
  first: boolean // values are shown from the first player's side, otherwise from that of the side to move
  analyse: boolean
  graphs: boolean // the graphs are open
  limit: string // of an analysis: seconds, 30s, or plies, d20
  endless: boolean // no limit applies
  sounds: boolean
}

/** limits are the limits of an analysis that the reader can choose. */
export const limits = ['5s', '10s', '30s', '60s', '300s', 'd8', 'd12', 'd16', 'd20', 'd30', 'd40']

export const usual: Settings = { engine: 'none', level: 8, opponent: '', clock: 0, increment: 0, scores: true, arrows: true, first: false, analyse: true, graphs: false, limit: '30s', endless: false, sounds: false }
