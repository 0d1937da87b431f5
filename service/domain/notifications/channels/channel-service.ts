import type { z } from 'zod'
import type { OutboundResponse } from '../../../platform/outbound/request.ts'
import type { ChannelMessage } from './channel-message.ts'
import { toOneLine } from './channel-text.ts'

export interface ChannelRequest {
  url: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  body: unknown
}

export type ChannelAnswer = Pick<OutboundResponse, 'status' | 'headers' | 'body'>

interface ServiceDefinition<S extends z.ZodType> {
  /** What the channel needs to reach its recipients; stored sealed. */
  target: S
  /** Shown in lists; contains no secret. */
  describe(target: z.output<S>): string
  build(message: ChannelMessage, target: z.output<S>): ChannelRequest
  /** Throws ChannelError unless the service accepted the message. */
  check(answer: ChannelAnswer): void
  /** Messages about several problems have no common key: each problem is sent alone. */
  oneProblemPerMessage?: boolean
}

/** A service that takes messages by HTTP. */
export interface ChannelService {
  target: z.ZodType
  oneProblemPerMessage: boolean
  check(answer: ChannelAnswer): void
  /** Throws ZodError if the target does not fit. */
  connect(target: unknown): { shown: string; build(message: ChannelMessage): ChannelRequest }
}

export const defineChannel = <S extends z.ZodType>(definition: ServiceDefinition<S>): ChannelService => ({
  target: definition.target,
  oneProblemPerMessage: definition.oneProblemPerMessage ?? false,
  check: (answer) => definition.check(answer),
  connect(input) {
    const target = definition.target.parse(input)
    return {
      shown: definition.describe(target),
      build: (message) => definition.build(message, target),
    }
  },
})

/** The service did not accept the message. */
export class ChannelError extends Error {
  /** A retry would fail again until the channel is changed. */
  readonly permanent: boolean
  readonly retryAfterMs: number | undefined

  constructor(message: string, facts: { permanent: boolean; retryAfterMs?: number | undefined }) {
    super(message)
    this.name = 'ChannelError'
    this.permanent = facts.permanent
    this.retryAfterMs = facts.retryAfterMs
  }
}

/** The text of an answer, cut for people who read it. */
export const answerText = ({ body }: ChannelAnswer): string => toOneLine(body.subarray(0, 4_096).toString('utf8'), 300)

export function answerJson({ body }: ChannelAnswer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.subarray(0, 64 * 1024).toString('utf8'))
    // Every field is checked where it is read.
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** 2xx means accepted; 408, 425, 429 and 5xx mean later; everything else does not change by itself. */
export function requireSuccess(answer: ChannelAnswer, service: string, reason = answerText(answer)): void {
  const { status } = answer
  if (status >= 200 && status < 300) return
  const isTemporary = status === 408 || status === 425 || status === 429 || status >= 500
  throw new ChannelError(`${service} answered ${status}${reason === '' ? '' : `: ${reason}`}`, {
    permanent: !isTemporary,
    retryAfterMs: retryAfterOf(answer),
  })
}

const maxRetryAfterMs = 24 * 3_600_000

/** Retry-After in seconds (also with decimals), or as a date compared with the Date header of the same answer. */
export function retryAfterOf({ headers }: Pick<ChannelAnswer, 'headers'>): number | undefined {
  const value = firstOf(headers['retry-after'])
  if (value === undefined) return undefined
  const seconds = Number(value)
  const until = Date.parse(value) - Date.parse(firstOf(headers.date) ?? '')
  const ms = Number.isFinite(seconds) ? seconds * 1000 : until
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, maxRetryAfterMs) : undefined
}

const firstOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
