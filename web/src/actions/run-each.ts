import { useState } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { type Callable, callWhole } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { actionsTexts } from './actions-texts.ts'

/** One of several calls that are run together. */
export interface EachStep {
  key: string
  /** Shown to users: "Opening hours", and the name of its site. */
  name: string
  where?: string
  /** The names of its items, if it concerns several. */
  names?: readonly string[]
  operation: Callable
  input: object
}

/** Creates a step with an input of the right type. */
export const step = <Name extends Callable>(
  operation: Name,
  input: InputOf<Name>,
  labels: Pick<EachStep, 'key' | 'name' | 'where' | 'names'>,
): EachStep => ({ ...labels, operation, input })

const atOnce = 4

/** Runs `work` over all items, a few at a time, and returns the results in order. */
export async function mapLimited<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  let next = 0
  const worker = async () => {
    for (let at = next++; at < items.length; at = next++) results[at] = await run(items[at] as Item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}

interface StepFailure {
  step: EachStep
  message: string
  /** A part of the step was done. */
  partial: boolean
}

interface EachState {
  total: number
  finished: number
  failures: StepFailure[]
  over: boolean
}

interface HasErrors {
  errors?: { identifier: number | string; message: string }[]
}

type Response = HasErrors & { success?: number; data?: HasErrors | null }

/** Runs steps and reports progress. A step that succeeded in part lists the rest in `errors`. */
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
    await mapLimited(steps, async (each) => {
      const failure = await failureOf(each, confirm)
      const failures = failure === null ? now.failures : [...now.failures, failure]
      move({ finished: now.finished + 1, failures })
    })
    move({ over: true })
    void queries.invalidateQueries()
    return now
  }
  return { state, run }
}

async function failureOf(step: EachStep, confirm: boolean): Promise<StepFailure | null> {
  const { operation, input } = step
  try {
    const { success, errors, data } = (await callWhole(operation, {
      ...input,
      ...(confirm && { confirm: true }),
    })) as Response
    const [first, ...others] = errors ?? data?.errors ?? []
    if (!first) return null
    const message =
      others.length === 0
        ? first.message
        : actionsTexts.messageAndCountMore({ message: first.message, count: others.length })
    return { step, message, partial: success === 1 }
  } catch (error) {
    return { step, message: asProblem(error).message, partial: false }
  }
}
