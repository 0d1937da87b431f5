import { CancelledError } from '@tanstack/react-query'
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

/** The error of an answer, in the language of the page. The texts of all codes are loaded with the first error. */
export async function problemOf(body: ErrorBody, status: number): Promise<Problem> {
  const texts = await import('./describe-problem.ts').catch(() => null)
  if (texts === null) return new Problem(body, status)
  const params = Object.fromEntries(
    Object.entries(body.data?.params ?? {}).map(([field, reason]) => [field, texts.describeReason(reason)]),
  )
  const isAboutFields = body.code === 'svc_invalid_input' && Object.keys(params).length > 0
  const message = isAboutFields ? texts.describeReasons(params) : texts.describeProblem(body)
  return new Problem({ ...body, message, data: { ...body.data, params } }, status)
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

/** A sentence of the page itself, about a file for example. */
export const pageProblem = (message: string) => new Problem({ code: 'page_problem', message })

/** The text of another error is for programmers: it is only a detail of the message. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  // The end of a session cancels the queries that are running.
  if (error instanceof CancelledError) return new Problem({ code: 'page_error', message: apiTexts.sessionChanged })
  const detail = error instanceof Error ? error.message : String(error)
  return new Problem({ code: 'page_error', message: apiTexts.pageError({ detail }) })
}
