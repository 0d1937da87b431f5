import { exceedsBounds, type JsonBounds } from './json-guard.ts'

const opening = '<mainwp>'
const closing = '</mainwp>'

/** The payload in a body. `absent` is an ordinary page, `broken` an answer that cannot be read. */
export type FoundPayload = { state: 'read'; payload: unknown } | { state: 'absent' } | { state: 'broken'; why: string }

/** Finds the first marker; output of other plugins before and after it is ignored. */
export function findPayload(body: Buffer, bounds: JsonBounds): FoundPayload {
  const start = body.indexOf(opening, 0, 'latin1')
  if (start < 0) return { state: 'absent' }
  const end = body.indexOf(closing, start, 'latin1')
  if (end < 0) return { state: 'broken', why: 'it ends in the middle' }
  const json = Buffer.from(body.toString('latin1', start + opening.length, end), 'base64')
  const excess = exceedsBounds(json, bounds)
  if (excess) return { state: 'broken', why: excess === 'depth' ? 'it is nested too deep' : 'it has too many entries' }
  try {
    return { state: 'read', payload: JSON.parse(json.toString('utf8')) }
  } catch {
    return { state: 'broken', why: 'it is not JSON' }
  }
}
