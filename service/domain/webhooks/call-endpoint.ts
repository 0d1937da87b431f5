import type { Context } from '../../operation/context.ts'
import { messageOf } from '../../platform/error-facts.ts'
import { OutboundError } from '../../platform/outbound/errors.ts'
import { unixSeconds } from '../../platform/unix-seconds.ts'
import { type EndpointRow, endpointSecretColumn, previousSecretColumn } from './endpoint-store.ts'
import { signatureHeaders } from './sign-webhook.ts'
import type { WebhookDeliveryRow } from './webhook-delivery-store.ts'

export interface CallOutcome {
  ok: boolean
  status: number | null
  error: string | null
  answer: string | null
  durationMs: number | null
  retryAfter?: string | string[] | undefined
}

const deadlines = { dns: 5_000, connect: 10_000, headers: 15_000, idle: 15_000, total: 15_000 }
const maxAnswerLength = 1_000

/** One attempt; it must be answered within 15 seconds. Outside of the queue of calls to sites, so that neither delays the other. */
export async function callEndpoint(
  { secrets, outbound, clock }: Pick<Context, 'secrets' | 'outbound' | 'clock'>,
  endpoint: EndpointRow,
  { message_id: id, body }: Pick<WebhookDeliveryRow, 'message_id' | 'body'>,
): Promise<CallOutcome> {
  const now = clock.now()
  const { previous_secret, previous_until } = endpoint
  const isRotating = previous_secret !== null && previous_until !== null && previous_until > now
  const keys = [
    secrets.open(endpoint.secret, endpointSecretColumn),
    ...(isRotating ? [secrets.open(previous_secret, previousSecretColumn)] : []),
  ]
  try {
    const answer = await outbound.request({
      url: endpoint.url,
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...signatureHeaders(keys, { id, timestamp: unixSeconds(now), body }),
      },
      deadlines,
      maxBytes: 64 * 1024,
      maxDecodedBytes: 256 * 1024,
      rateLimit: 'skip',
    })
    const ok = answer.status >= 200 && answer.status <= 299
    return {
      ok,
      status: answer.status,
      error: ok ? null : `The receiver answered ${answer.status}; a status from 200 to 299 is expected.`,
      answer: shownAnswer(answer.body),
      durationMs: Math.round(answer.timings.totalMs),
      retryAfter: answer.headers['retry-after'],
    }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { ok: false, status: null, error: messageOf(error), answer: null, durationMs: null }
  }
}

/** The beginning of the answer as text, without what PostgreSQL cannot store. */
const shownAnswer = (body: Buffer) =>
  body.subarray(0, maxAnswerLength).toString('utf8').replaceAll('\0', '').toWellFormed().slice(0, maxAnswerLength)
