import { ServiceError } from '../../operation/errors.ts'
import { shorten } from '../../operation/shorten.ts'

export const unauthorized = (
  message = 'Give your credentials: a Bearer API key, or Basic with user name and password.',
) => new ServiceError('svc_unauthorized', 'unauthorized', message)

export const noRoute = (path: string) =>
  new ServiceError(
    'svc_no_route',
    'missing',
    `There is nothing at ${shorten(path)}. The API is described at /api/docs.`,
  )

export const wrongMethod = (method: string, allowed: readonly string[]) =>
  new ServiceError(
    'svc_method_not_allowed',
    'wrong-method',
    `${method} is not possible here; use ${allowed.join(' or ')}.`,
    {
      allow: allowed,
    },
  )

export const requestTooLarge = (limit: number) =>
  new ServiceError(
    'svc_request_too_large',
    'too-large',
    `The request body is larger than ${limit} bytes; send less at once.`,
  )

export const unreadableBody = (reason: string) =>
  new ServiceError('svc_invalid_input', 'invalid', `The request body cannot be read: ${reason}`)

export const bodyIncomplete = () => unreadableBody('the connection ended before it was complete.')

export const bodyTooSlow = () =>
  new ServiceError(
    'svc_request_timeout',
    'timeout',
    'The request body did not arrive in time. Send it again, over a faster connection.',
  )

export const maxPartLength = 2_000

export const unreadableAddress = (reason: string) =>
  new ServiceError('svc_invalid_input', 'invalid', `The address cannot be read: ${reason}`)

export const unsupportedMedia = () =>
  new ServiceError(
    'svc_unsupported_media_type',
    'unsupported-media',
    'Bodies of this type are not understood; send application/json.',
  )
