import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keepsDigits } from '../../operation/digits.ts'
import { readBrackets } from './brackets.ts'
import { unreadableBody } from './door-errors.ts'

export const bodyLimit = 2 * 1024 * 1024
/** For routes that answer without credentials. */
export const publicBodyLimit = 16 * 1024
const maximumDepth = 40

/** JSON and form bodies; an empty body counts as an empty object, a poisoned or bottomless one is refused. */
export function acceptBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  addParser(app, 'application/json', (request, bytes, done) => {
    if (bytes.length === 0) return done(null, {})
    if (!isUtf8(bytes)) return done(notUtf8())
    const text = bytes.toString()
    if (isTooDeep(text)) return done(unreadableBody(`it is nested more than ${maximumDepth} levels deep.`))
    parseJson(request, text, (error, body) => {
      const lossy = error ? undefined : findLossyNumber(text)
      if (error) done(unreadableBody(reasonFor(text)))
      else if (lossy !== undefined)
        done(unreadableBody(`${lossy} has more digits than a number keeps; send it as text.`))
      else done(null, body)
    })
  })
  addParser(app, 'application/x-www-form-urlencoded', (_request, bytes, done) => {
    if (!isUtf8(bytes)) return done(notUtf8())
    try {
      done(null, readBrackets(bytes.toString()))
    } catch (error) {
      done(error as Error)
    }
  })
}

type Done = (error: Error | null, body?: unknown) => void
type Parse = (request: FastifyRequest, bytes: Buffer, done: Done) => void

/** The bytes are counted and limited while they arrive; see Uploads. */
function addParser(app: FastifyInstance, mediaType: string, parse: Parse): void {
  app.addContentTypeParser(mediaType, (request, payload, done) => {
    app.traffic.uploads.receive(request, payload).then(
      (bytes) => parse(request, bytes, done),
      (error) => done(error),
    )
  })
}

/** As JavaScript has it by now; TypeScript does not know yet that the text itself is told. */
type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown

/** A number that would become another one on the way: nobody may be charged what nobody wrote. */
function findLossyNumber(text: string): string | undefined {
  // Hardly any body has so many digits in a row; only then is it worth reading a second time.
  if (!/[\d.]{16}/.test(text)) return undefined
  let lossy: string | undefined
  const look: Reviver = (_key, value, { source = '' }) => {
    if (typeof value === 'number' && !keepsDigits(source)) lossy ??= source.slice(0, 40)
    return value
  }
  JSON.parse(text, look as Parameters<typeof JSON.parse>[1])
  return lossy
}

function reasonFor(text: string): string {
  try {
    JSON.parse(text)
    return 'it contains a forbidden field name (__proto__ or constructor).'
  } catch {
    return 'it is not valid JSON.'
  }
}

/** What is not text would be stored as other text than was sent. */
const notUtf8 = () => unreadableBody('it is not UTF-8; send it uncompressed and in this encoding.')

/** Counts brackets outside texts; cheaper than parsing what nobody would accept. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inText) {
      if (code === 92) index++
      else if (code === 34) inText = false
    } else if (code === 34) inText = true
    else if (code === 123 || code === 91) {
      depth++
      if (depth > maximumDepth) return true
    } else if (code === 125 || code === 93) depth--
  }
  return false
}
