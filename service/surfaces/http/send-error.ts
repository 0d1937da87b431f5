import { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { asServiceError } from '../../operation/as-service-error.ts'
import { ServiceError } from '../../operation/errors.ts'
import { inTheirErrorStyle } from '../compat/their-errors.ts'
import { isAliased } from '../compat/their-names.ts'
import { lingerOnClose } from './linger-on-close.ts'
import { bodyLimit } from './read-body.ts'
import type { ResourceMetadata } from './resource-metadata.ts'
import { statusOfKind } from './status-of-kind.ts'
import {
  maxPartLength,
  requestTooLarge,
  unreadableAddress,
  unreadableBody,
  unsupportedMedia,
} from './surface-errors.ts'

export interface ErrorBody {
  code: string
  message: string
  data: { status: number } & Record<string, unknown>
}

/** The shape of all errors, on every surface and in batches. */
export function errorBody(error: ServiceError): ErrorBody {
  const { allow: _, retry_after: __, ...facts } = error.details
  return { code: error.code, message: error.message, data: { status: statusOfKind[error.kind], ...facts } }
}

export function internalError(requestId: string): ServiceError {
  return new ServiceError(
    'svc_internal_error',
    'internal',
    `Something went wrong on our side. The log has the details under request ${requestId}.`,
    { request_id: requestId },
  )
}

/** Handles everything that is thrown. An error that is not a ServiceError is a bug: only the log gets its details. */
export function sendError(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  isRest: boolean,
  metadata: ResourceMetadata | null = null,
) {
  // Authentication runs before the pipeline, so a database failure can occur here first.
  const error = asServiceError(thrown)
  const known = knownRefusal(error)
  if (!known) request.log.error({ err: error, request_id: request.id }, 'unexpected error')
  const shown = known ?? internalError(request.id)
  const body = errorBody(shown)
  const traceId = request.server.traceIdOf?.(request.id)
  if (traceId) body.data.trace_id = traceId
  if (shown.kind === 'unauthorized')
    reply.header('www-authenticate', metadata ? challengeWith(metadata, request) : challengeFor(request))
  if (shown.kind === 'wrong-method') reply.header('allow', [shown.details.allow].flat().join(', '))
  const retryAfter = shown.details.retry_after ?? (shown.kind === 'rate-limited' ? 60 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (!request.raw.complete) {
    if (isCostlyToReadOn(shown, request)) reply.header('connection', 'close')
    else if (request.raw.socket instanceof Socket) lingerOnClose(request.raw.socket)
  }
  if (isRest && isAliased(request)) return reply.status(body.data.status).send(inTheirErrorStyle(body))
  return reply.status(body.data.status).send(isRest ? { success: 0, ...body } : body)
}

/** Of a refused body, as a multiple of the route's limit. */
const maxToDiscard = 8

/** Usually the rest of a refused body is read and discarded, so that the caller can read the answer. */
function isCostlyToReadOn({ kind }: ServiceError, { headers, routeOptions }: FastifyRequest): boolean {
  if (kind === 'timeout' || kind === 'unavailable') return true
  const declared = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
  return declared > maxToDiscard * routeOptions.bodyLimit
}

/** With Basic, browsers would ask for a password over our sign-in page when a script gets a 401. */
const challengeFor = (request: FastifyRequest) =>
  request.headers['sec-fetch-dest'] === 'empty'
    ? 'Bearer realm="Flotilla"'
    : // Two headers, Basic first: Chromium reads only the first scheme of a line, and shows raw JSON if it does not know that one.
      ['Basic realm="Flotilla"', 'Bearer realm="Flotilla"']

/** Bearer alone: clients of MCP read only the first scheme (RFC 6750, RFC 9728). */
const challengeWith = ({ address }: ResourceMetadata, { headers }: FastifyRequest) =>
  `Bearer realm="Flotilla"${headers.authorization === undefined ? '' : ', error="invalid_token"'}, resource_metadata="${address}"`

function knownRefusal(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error
  // Errors of Fastify have these fields; of other errors they are only compared.
  const { code, statusCode, message } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return requestTooLarge(bodyLimit)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return unsupportedMedia()
  if (code === 'FST_ERR_BAD_URL') return unreadableAddress('after a % it must have two hexadecimal digits of UTF-8.')
  if (code === 'FST_ERR_MAX_PARAM_LENGTH')
    return unreadableAddress(`a part of it has more than ${maxPartLength} characters.`)
  // Refusals by the framework (such as a broken content length) are errors of the caller.
  if (code?.startsWith('FST_') && statusCode && statusCode < 500) return unreadableBody(message ?? 'it is broken.')
  return null
}
