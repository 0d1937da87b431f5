import { line } from './text.ts'

/** A version for display; null if it is none. */
export function shownVersion(value: unknown): string | null {
  const text = line(value, 60)
  return text.length <= 40 && /^[0-9A-Za-z][0-9A-Za-z._+~ ()-]*$/.test(text) ? text : null
}

/**
 * Negative if the first is older. Exactly PHP's `version_compare`, which decides what WordPress offers: names of versions are
 * compared by their beginning and in their case, other names are older than `dev`. version-order.test.ts compares both.
 */
export function compareVersions(one: string, other: string): number {
  if (one === '' || other === '') return Math.sign(one.length - other.length)
  const [left, right] = [canonical(one), canonical(other)]
  let [from, otherFrom, dot, otherDot] = [0, 0, 0, 0]
  while (from < left.length && dot !== -1 && otherFrom < right.length && otherDot !== -1) {
    dot = left.indexOf('.', from)
    otherDot = right.indexOf('.', otherFrom)
    const order = compareParts(partAt(left, from, dot), partAt(right, otherFrom, otherDot))
    if (order !== 0) return order
    if (dot !== -1) from = dot + 1
    if (otherDot !== -1) otherFrom = otherDot + 1
  }
  if (dot !== -1) return compareRest(left.slice(from))
  return otherDot === -1 ? 0 : 0 - compareRest(right.slice(otherFrom))
}

/** A further number is newer; a further name is compared with a number. */
const compareRest = (rest: string): number => (isDigit(rest[0]) ? 1 : compareVersions(rest, anyNumber))

const anyNumber = '#N#'

const partAt = (text: string, from: number, dot: number): string => text.slice(from, dot === -1 ? undefined : dot)

/** One dot between all parts: `1.0-beta2` is `1.0.beta.2`. */
function canonical(version: string): string {
  if (version.startsWith('#')) return version
  let text = version.charAt(0)
  for (let index = 1; index < version.length; index++) {
    const [before, character] = [version.charAt(index - 1), version.charAt(index)]
    const isSeparated = text.endsWith('.')
    const startsNumber = isDigit(character) && !isDigit(before) && before !== '.'
    const startsName = isDigit(before) && !isDigit(character) && character !== '.' && !isSeparator(character)
    if (startsNumber || startsName) text += isSeparated ? character : `.${character}`
    else if (/^[0-9A-Za-z]$/.test(character)) text += character
    else if (!isSeparated) text += '.'
  }
  return text
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9'
const isSeparator = (character: string): boolean => character === '-' || character === '_' || character === '+'

function compareParts(left: string, right: string): number {
  const [isNumber, isOtherNumber] = [isDigit(left[0]), isDigit(right[0])]
  if (isNumber && isOtherNumber) return compareNumbers(left, right)
  return Math.sign(rankOf(isNumber ? anyNumber : left) - rankOf(isOtherNumber ? anyNumber : right))
}

/** PHP limits numbers to 63 bits. They are not converted: dates and build numbers exceed the precision of a number. */
function compareNumbers(left: string, right: string): number {
  const [one, other] = [limited(left), limited(right)]
  if (one.length !== other.length) return Math.sign(one.length - other.length)
  return one === other ? 0 : one < other ? -1 : 1
}

const largestNumber = '9223372036854775807'

function limited(digits: string): string {
  const text = digits.replace(/^0+(?=\d)/, '')
  const isLarger = text.length > largestNumber.length || (text.length === largestNumber.length && text > largestNumber)
  return isLarger ? largestNumber : text
}

const ranks: readonly (readonly [string, number])[] = [
  ...([
    ['dev', 0],
    ['alpha', 1],
    ['a', 1],
    ['beta', 2],
    ['b', 2],
  ] as const),
  ...([
    ['RC', 3],
    ['rc', 3],
    ['#', 4],
    ['pl', 5],
    ['p', 5],
  ] as const),
]

const rankOf = (part: string): number => ranks.find(([name]) => part.startsWith(name))?.[1] ?? -1
