import { asProblem } from './problem.ts'
import { basePath } from './request.ts'

const pollEveryMs = 3_000

/** The request got no answer from the service: it is down or starting, or a proxy answered for it. */
export const isUnreachable = (error: unknown): boolean =>
  ['unreachable', 'not_understood'].includes(asProblem(error).code)

export async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${basePath}/healthz`, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

let pending: Promise<void> | undefined

/** Resolves when the service answers again; all callers share one probe. */
export function whenReachable(): Promise<void> {
  pending ??= (async () => {
    do await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
    while (!(await answers()))
    pending = undefined
  })()
  return pending
}
