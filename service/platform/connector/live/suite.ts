import { codeOf, messageOf } from '../../error-facts.ts'
import type { ChildSite } from '../child-site.ts'
import type { Connector } from '../connector.ts'
import type { KeyPair } from '../key-source.ts'
import type { SiteSnapshot } from '../snapshot/snapshot.ts'
import type { LiveOptions } from './options.ts'

/** Shared state of the steps. */
export interface Live {
  connector: Connector
  options: LiveOptions
  site: ChildSite
  keyPair: KeyPair
  token: string | null
  snapshot?: SiteSnapshot
  /** Added to the description of the step that is running. */
  notes: string[]
  /** A GET as a browser sends it, with cookies and without following redirects. */
  browse(url: string): Promise<{ status: number; location: string; body: string }>
}

export interface Step {
  name: string
  /** Changes the site (and undoes it): only with --allow-changes. */
  changes?: boolean
  /** Runs even if the site could not be connected. */
  always?: boolean
  /** Returns a description. Throws Skipped if the site has nothing to try it on. */
  run(live: Live): Promise<string>
}

export class Skipped extends Error {}

export interface Result {
  name: string
  outcome: 'ok' | 'failed' | 'skipped'
  note: string
}

/** Runs the steps in order. Without a registration the others cannot run. */
export async function runSteps(
  steps: readonly Step[],
  live: Live,
  report: (result: Result) => void,
): Promise<Result[]> {
  const results: Result[] = []
  let connected = true
  for (const step of steps) {
    const result = await runStep(step, live, connected)
    if (step.name === 'register' && result.outcome !== 'ok') connected = false
    results.push(result)
    report(result)
  }
  return results
}

async function runStep({ name, changes, always, run }: Step, live: Live, connected: boolean): Promise<Result> {
  if (changes && !live.options.allowChanges) return { name, outcome: 'skipped', note: 'needs --allow-changes' }
  if (!connected && !always) return { name, outcome: 'skipped', note: 'the site is not connected' }
  try {
    return { name, outcome: 'ok', note: await run(live) }
  } catch (error) {
    if (error instanceof Skipped) return { name, outcome: 'skipped', note: error.message }
    const [code, message] = [codeOf(error), messageOf(error)]
    return { name, outcome: 'failed', note: code ? `${code}: ${message}` : message }
  }
}

/** Throws if the condition is false. */
export function expect(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise)
}

/** The expected code, ours or the connector plugin's; throws if there is no error or another one. */
export async function expectRefusal(call: Promise<unknown>, code: string): Promise<void> {
  const seen = await call.then(
    () => ['no error'],
    (error: { code?: string; childCode?: string; message: string }) =>
      error.code ? [error.code, error.childCode] : [error.message],
  )
  expect(seen.includes(code), `expected ${code}, got ${seen.filter(Boolean).join(' ')}`)
}
