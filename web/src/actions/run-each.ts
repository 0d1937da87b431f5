import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { type Callable, callWhole } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { queries } from '../api/query.ts'

/** One call of many that belong together. */
export interface EachStep {
  key: string
  /** For people: "Opening hours", and the site it is on. */
  name: string
  where?: string
  /** What it concerns, when that is several things. */
  names?: readonly string[]
  operation: Callable
  input: object
}

/** A step whose input fits its operation. */
export const step = <Name extends Callable>(
  operation: Name,
  input: InputOf<Name>,
  words: Pick<EachStep, 'key' | 'name' | 'where' | 'names'>,
): EachStep => ({ ...words, operation, input })

const atOnce = 4

/** Runs over all, some at a time; answers in the order they were given. */
export async function eachOf<Thing, Result>(
  things: readonly Thing[],
  run: (thing: Thing) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(things.length)
  let next = 0
  const lane = async () => {
    for (let at = next++; at < things.length; at = next++) results[at] = await run(things[at] as Thing)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, lane))
  return results
}

interface EachState {
  total: number
  finished: number
  failures: { step: EachStep; message: string }[]
  over: boolean
}

interface SaysErrors {
  errors?: { identifier: number | string; message: string }[]
}

type Whole = SaysErrors & { data?: SaysErrors | null }

/** Runs steps and tells how far they are. A step that did a part says so in `errors`. */
export function useEach(confirm: boolean): {
  state: EachState | null
  run: (steps: readonly EachStep[]) => Promise<EachState>
} {
  const [state, setState] = useState<EachState | null>(null)
  const run = async (steps: readonly EachStep[]) => {
    let now: EachState = { total: steps.length, finished: 0, failures: [], over: false }
    const move = (next: Partial<EachState>) => {
      now = { ...now, ...next }
      setState(now)
    }
    move({})
    await eachOf(steps, async (each) => {
      const message = await failureOf(each, confirm)
      const failures = message === null ? now.failures : [...now.failures, { step: each, message }]
      move({ finished: now.finished + 1, failures })
    })
    move({ over: true })
    void queries.invalidateQueries()
    return now
  }
  return { state, run }
}

async function failureOf({ operation, input }: EachStep, confirm: boolean): Promise<string | null> {
  try {
    const { errors, data } = (await callWhole(operation, { ...input, ...(confirm && { confirm: true }) })) as Whole
    const [first, ...others] = errors ?? data?.errors ?? []
    if (!first) return null
    return others.length === 0 ? first.message : `${first.message} (and ${others.length} more)`
  } catch (error) {
    return asProblem(error).message
  }
}
