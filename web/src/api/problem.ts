import type { ErrorBody } from '../../../contract/client.ts'
import { apiTexts } from './api-texts.ts'

/** A failed call, with the service's message, or ours if the service was unreachable. */
export class Problem extends Error {
  readonly code: string
  readonly status: number
  /** Errors of fields, by field name. */
  readonly params: Readonly<Record<string, string>>
  readonly facts: Readonly<Record<string, unknown>>

  constructor(body: Pick<ErrorBody, 'code' | 'message'> & { data?: Partial<ErrorBody['data']> }, status = 0) {
    super(body.message)
    this.name = apiTexts.problem
    this.code = body.code
    this.status = body.data?.status ?? status
    this.params = body.data?.params ?? {}
    this.facts = body.data ?? {}
  }
}

export const unreachable = () =>
  new Problem({
    code: 'unreachable',
    message: apiTexts.theServiceDoesNot,
  })

/** The response is not from the service, usually from a proxy in front of a service that is down. */
export const notUnderstood = (status: number) =>
  new Problem(
    {
      code: 'not_understood',
      message: apiTexts.theAnswerHttpStatus({ status }),
    },
    status,
  )

export const asProblem = (error: unknown): Problem =>
  error instanceof Problem
    ? error
    : new Problem({ code: 'page_error', message: error instanceof Error ? error.message : String(error) })
