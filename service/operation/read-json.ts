import { isExactNumber } from './exact-number.ts'
import { shorten } from './shorten.ts'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** Why a text is not accepted as JSON: a sentence without its full stop. */
export class JsonError extends Error {
  /** The text is not JSON, as opposed to JSON that is refused. */
  readonly isSyntax: boolean

  constructor(reason: string, { isSyntax = false } = {}) {
    super(reason)
    this.isSyntax = isSyntax
  }
}

const maximumDepth = 40
const maximumKeys = 2_000
/** In the whole text: list elements and fields. The longest list of any operation has 100,000. */
const maximumValues = 120_000

/**
 * Parses all JSON that callers send, in bodies and in texts. Besides invalid JSON it refuses input that other programs
 * read differently (duplicate keys, numbers that JavaScript would change), `__proto__`, and input that only costs time:
 * deep nesting, objects with thousands of keys, more values than any call needs. It takes time in proportion to the
 * length of the text.
 */
export function readJson(text: string): unknown {
  const json = withoutMark(text)
  checkJson(json)
  return parse(json)
}

/** The same for long texts: other requests run in between. */
export async function readJsonYielding(text: string): Promise<unknown> {
  const json = withoutMark(text)
  checkJson(json)
  await yieldToEventLoop()
  const value = parse(json)
  await yieldToEventLoop()
  return value
}

const withoutMark = (text: string) => (text.startsWith('\ufeff') ? text.slice(1) : text)

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new JsonError('it is not valid JSON', { isSyntax: true })
  }
}

/** A set of texts that is cheap while it is small, as most objects are. */
class Keys {
  size = 0
  readonly #few: string[] = []
  #many: Set<string> | null = null

  /** Returns false if the key exists. */
  add(key: string): boolean {
    if (this.#many ? this.#many.has(key) : this.#few.includes(key)) return false
    if (this.#many) this.#many.add(key)
    else if (this.#few.push(key) > 8) this.#many = new Set(this.#few)
    this.size++
    return true
  }
}

/** An object or list that is open at the current position. */
interface Level {
  /** The keys so far; null in a list. */
  keys: Keys | null
  /** The next text is a key. */
  awaitsKey: boolean
  lastKey: string
}

const [quote, backslash, comma, colon] = [34, 92, 44, 58]
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125]

/** Runs before JSON.parse, which would parse all of a text that is refused; the text may be anything. */
function checkJson(text: string): void {
  const levels: Level[] = []
  let level: Level | undefined
  let values = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfText(text, at)
      if (level?.keys && level.awaitsKey) {
        level.lastKey = keyIn(text.slice(at, end + 1))
        addKey(level.keys, level.lastKey, levels)
      }
      at = end
    } else if (code === openObject || code === openList) {
      level = { keys: code === openObject ? new Keys() : null, awaitsKey: true, lastKey: '' }
      if (levels.push(level) > maximumDepth) throw new JsonError(`it is nested more than ${maximumDepth} levels deep`)
    } else if (code === closeObject || code === closeList) {
      levels.pop()
      level = levels.at(-1)
    } else if (code === comma && level) {
      level.awaitsKey = true
      // Nearly every value is followed by a comma; the last ones of lists and objects do not matter here.
      if (++values > maximumValues) throw new JsonError(`it has more than ${maximumValues} values; send less at once`)
    } else if (code === colon && level) level.awaitsKey = false
    else if (isDigit(code)) at = checkNumber(text, at)
  }
}

function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return text.length
}

function addKey(keys: Keys, key: string, levels: Level[]): void {
  const isInConstructor = key === 'prototype' && levels.at(-2)?.lastKey === 'constructor'
  if (key === '__proto__' || isInConstructor)
    throw new JsonError('it contains a forbidden field name (__proto__ or constructor)')
  if (!keys.add(key)) throw new JsonError(`it gives the field “${shorten(key)}” twice`)
  if (keys.size > maximumKeys)
    throw new JsonError(`it has more than ${maximumKeys} fields in one object; send less at once`)
}

function keyIn(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1)
  try {
    return JSON.parse(quoted)
  } catch {
    return quoted
  }
}

/** Returns the end of the number. Refuses a number that JavaScript would change. */
function checkNumber(text: string, start: number): number {
  let end = start + 1
  let isPlain = true
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    // . + - e E
    if (code === 101 || code === 69) isPlain = false
    else if (!isDigit(code) && code !== 46 && code !== 43 && code !== 45) break
  }
  if (isPlain && end - start <= 15) return end - 1
  const written = text.slice(start, end)
  if (String(Number(written)) !== written && !isExactNumber(written))
    throw new JsonError(`${shorten(written, 40)} has more digits than a number keeps; send it as text`)
  return end - 1
}

const isDigit = (code: number) => code >= 48 && code <= 57
