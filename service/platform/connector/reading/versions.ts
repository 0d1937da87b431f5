import { line } from './text.ts'

/** A version for display; null if it is none. */
export function shownVersion(value: unknown): string | null {
  const text = line(value, 60)
  return text.length <= 40 && /^[0-9A-Za-z][0-9A-Za-z._+~ ()-]*$/.test(text) ? text : null
}

const ranks = ['dev', 'alpha', 'beta', 'rc', '#', 'pl']
const sameRank = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['c', 'rc'],
  ['p', 'pl'],
])

/** Negative if the first is older. The order is that of PHP, which decides what WordPress offers. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [partsOf(one), partsOf(other)]
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const order = compareParts(left[index], right[index])
    if (order !== 0) return order
  }
  return 0
}

function partsOf(text: string): string[] {
  return text.toLowerCase().match(/\d+|[a-z]+/g) ?? []
}

function compareParts(left: string | undefined, right: string | undefined): number {
  // 1.0 is older than 1.0.1 but newer than 1.0-beta.
  if (left === undefined) return right === undefined ? 0 : -compareParts(right, left)
  if (right === undefined) return isNumber(left) ? 1 : Math.sign(rankOf(left) - rankOf('#')) || 1
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right)
  return Math.sign(rankOf(isNumber(left) ? '#' : left) - rankOf(isNumber(right) ? '#' : right))
}

function isNumber(part: string): boolean {
  return /^\d/.test(part)
}

// Not converted to numbers: dates and build hashes exceed their precision.
function compareNumbers(left: string, right: string): number {
  const [one, other] = [left.replace(/^0+(?=\d)/, ''), right.replace(/^0+(?=\d)/, '')]
  if (one.length !== other.length) return Math.sign(one.length - other.length)
  return one === other ? 0 : one < other ? -1 : 1
}

function rankOf(part: string): number {
  return ranks.indexOf(sameRank.get(part) ?? part)
}
