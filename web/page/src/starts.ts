// The 960 starting positions of Fischer random, by their numbers in the rules.

import type { Game } from './api'

/** shuffled is the count of the positions. */
export const shuffled = 960

/** shuffles reports whether a game can begin from them: its kings castle. */
export const shuffles = (g: Game | null): boolean => g?.board?.setup?.option?.title === 'castling'

/** startOf returns the position of a number, from 0. The numbers count the places of the bishops on light and
 * on dark squares, of the queen and of the knights; the king stands between the rooks on the last three. */
export function startOf(number: number): string {
  const rank: string[] = Array(8).fill('')
  const rest = (parts: number) => {
    const place = number % parts
    number = Math.floor(number / parts)
    return place
  }
  const put = (piece: string, place: number) => (rank[rank.flatMap((on, file) => (on ? [] : [file]))[place]!] = piece)
  rank[2 * rest(4) + 1] = 'B'
  rank[2 * rest(4)] = 'B'
  put('Q', rest(6))
  let [first, left] = [0, number] // of the ten pairs of five squares: 01 02 03 04 12 13 14 23 24 34
  while (left >= 4 - first) left -= 4 - first++
  put('N', first)
  put('N', first + left) // the first knight has taken a square
  for (const piece of 'RKR') put(piece, 0)
  const pieces = rank.join('')
  return `${pieces.toLowerCase()}/pppppppp/8/8/8/8/PPPPPPPP/${pieces} w KQkq - 0 1`
}

/** anyStart returns one of the positions at random. */
export const anyStart = (): string => startOf(Math.floor(Math.random() * shuffled))
