import { readCsvRows } from '../../platform/csv.ts'
import type { Callers } from '../callers.ts'
import type { FleetInState } from '../fleet-states.ts'
import type { People } from '../people.ts'
import type { Answer } from '../test-service.ts'

export interface TruthFixture extends FleetInState, Callers {
  people: People
}

/** Reads what a place says about the fleet, as one line. */
export type ReadPlace = (fixture: TruthFixture) => Promise<string>

/** In one line, without what differs between runs. */
export const oneLine = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(http:\/\/)?127\.90\.0\.(\d)(:\d+)?\/?/g, 'site-$2')
    .trim()

/** The values of these fields, as `name value`; `a.b` is a field of a field, and a list shows the field of every row. */
function show(value: unknown, fields: readonly string[]): string {
  return fields.map((field) => `${field} ${describe(at(value, field.split('.')))}`).join(', ')
}
const at = (value: unknown, path: readonly string[]): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return value
  if (Array.isArray(value)) return value.map((row) => at(row, path))
  return at(value !== null && typeof value === 'object' ? Reflect.get(value, name) : undefined, rest)
}
const describe = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(describe).join('; ')}]`
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** An answer over REST: its status, success and message where it changes something, and fields of its data. */
function answer({ status, body }: Answer, fields: readonly string[]): string {
  if (body.success === undefined || status >= 400) return oneLine(`${status} ${body.code}: ${body.message}`)
  const shown = show(body.data, fields)
  const message = body.message === 'Retrieved successfully.' ? '' : `${body.success} ${body.message} `
  return oneLine(`${message}${shown}`)
}

export const rest =
  (address: string, fields: readonly string[] = [], payload?: object): ReadPlace =>
  async (fixture) =>
    answer(await fixture.rest(address, payload), fields)

/** Fields beside `data`. */
export const restBeside =
  (address: string, fields: readonly string[], payload?: object): ReadPlace =>
  async (fixture) => {
    const found = await fixture.rest(address, payload)
    if (found.status >= 400) return answer(found, [])
    return oneLine(`${answer(found, [])} ${show(found.body, fields)}`)
  }

const textOf = (page: string) =>
  page
    .replace(/<(style|title|figure)>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('\u00a0', ' ')

/** A page or file as text; `from` and `to` limit it to a part. */
export const file =
  (address: string, from = '', to = ''): ReadPlace =>
  async ({ rest: call }) => {
    const { status, text } = await call(address)
    const whole = oneLine(textOf(text))
    const start = from === '' ? 0 : whole.indexOf(from)
    const end = to === '' ? whole.length : whole.indexOf(to)
    return start < 0 ? `${status}, without “${from}”` : whole.slice(start, end < 0 ? whole.length : end).trim()
  }

export const ability =
  (name: string, fields: readonly string[], input: object = {}): ReadPlace =>
  async (fixture) => {
    const { status, body } = await fixture.ability(name, input)
    return oneLine(status >= 400 ? `${status} ${body.code}: ${body.message}` : show(body, fields))
  }

/** The given columns of each line of a CSV file, in the order of the file. */
export const csv =
  (address: string, columns: readonly string[], max = 100): ReadPlace =>
  async ({ rest: call }) => {
    const { status, text } = await call(address)
    if (status !== 200) return String(status)
    const [header, ...lines] = readCsvRows(text)
    const indexes = columns.map((column) => header?.cells.indexOf(column) ?? -1)
    const shown = lines.slice(0, max).map(({ cells }) => indexes.map((index) => cells[index] ?? '?').join(' | '))
    return shown.length === 0 ? 'no lines' : oneLine(shown.join('; '))
  }
