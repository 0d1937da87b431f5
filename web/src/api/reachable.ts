import { asProblem } from './problem.ts'
import { basePath } from './request.ts'

const lookEveryMs = 3_000

/** Not refused but unheard: the service is down or starting, or a proxy speaks for it. */
export const isUnheard = (error: unknown): boolean => ['unreachable', 'not_understood'].includes(asProblem(error).code)

export async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${basePath}/healthz`, { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

let waiting: Promise<void> | undefined

/** Until the service answers again; all who wait share one question. */
export function whenBack(): Promise<void> {
  waiting ??= (async () => {
    do await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    while (!(await answers()))
    waiting = undefined
  })()
  return waiting
}
