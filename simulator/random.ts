import { cyclic } from './cyclic.ts'
/** Repeatable random numbers: the same seed gives the same numbers on every machine. */
export interface Random {
  /** 0 ≤ x < 1 */
  next(): number
  below(limit: number): number
  between(least: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  hex(digits: number): string
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let position = 0; position < text.length; position++) {
    value = Math.imul(value ^ text.charCodeAt(position), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39)
  return (value ^ (value >>> 15)) >>> 0
}

export function randomFrom(...seed: readonly (string | number)[]): Random {
  let state = hash(seed.join('\u0001'))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (least, max) => least + below(max - least + 1),
    chance: (probability) => next() < probability,
    pick: (list) => cyclic(list, below(list.length)),
    hex(digits) {
      let text = ''
      while (text.length < digits) text += below(0x1000000).toString(16).padStart(6, '0')
      return text.slice(0, digits)
    },
  }
}

/** A constant number below `limit` for a text, e.g. to select every third slug. */
export const fingerprint = (text: string, limit: number): number => hash(text) % limit
