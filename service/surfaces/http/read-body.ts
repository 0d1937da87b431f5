import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { JsonError, readJson, readJsonYielding } from '../../operation/read-json.ts'
import { isAliased, renameIn, theirName } from '../compat/their-names.ts'
import { readBrackets } from './brackets.ts'
import { unreadableBody } from './surface-errors.ts'

export const bodyLimit = 2 * 1024 * 1024
/** For routes that answer without credentials. */
export const publicBodyLimit = 16 * 1024

const largeBody = 64 * 1024

/** The body of a route whose bodies are not parsed. */
export interface RawText {
  text: string
}

/** JSON and form bodies. An empty body is an empty object; readJson refuses forbidden names and deep nesting. */
export function acceptBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  addParser(app, 'application/json', readText)
  addParser(app, 'application/x-www-form-urlencoded', readBrackets)
}

function readText(text: string): unknown {
  if (text === '') return {}
  return text.length > largeBody ? readJsonYielding(text) : readJson(text)
}

/** The bytes are counted and limited while they arrive; see Uploads. */
function addParser(app: FastifyInstance, mediaType: string, read: (text: string) => unknown): void {
  app.addContentTypeParser(mediaType, async (request: FastifyRequest, payload: IncomingMessage) => {
    const bytes = await app.traffic.uploads.receive(request, payload)
    // Bytes that are not UTF-8 would be stored as different text.
    if (!isUtf8(bytes)) throw unreadableBody('it is not UTF-8; send it uncompressed and in this encoding.')
    try {
      const text = bytes.toString()
      if (request.routeOptions.config?.rawBody) return { text } satisfies RawText
      const body = await read(text)
      // Most bodies contain no name to rename.
      return isAliased(request) && text.includes(theirName) ? renameIn(body) : body
    } catch (error) {
      throw error instanceof JsonError ? unreadableBody(`${error.message}.`) : error
    }
  })
}
