/** The connector's suite against a real site: npm run test:live -- --url … --user … --password … */

import { systemClock } from '../../clock.ts'
import { messageOf } from '../../error-facts.ts'
import { CookieJar } from '../../outbound/cookie-jar.ts'
import { createOutbound } from '../../outbound/http-client.ts'
import { createConnector } from '../connector.ts'
import { type KeySource, keyPool } from '../key-source.ts'
import { keyOf } from '../parts/registration.ts'
import { byHandSteps } from './by-hand-steps.ts'
import { connectingSteps, partingSteps, renewingSteps } from './connection-steps.ts'
import { contentSteps } from './content-steps.ts'
import { guardSteps } from './guard-steps.ts'
import { isMove, moveUsage, readMoveOptions } from './move-in/move-options.ts'
import { runMove } from './move-in/run-move.ts'
import { type LiveOptions, readOptions, usage } from './options.ts'
import { peopleSteps } from './people-steps.ts'
import { readingSteps } from './reading-steps.ts'
import { isReleases, readReleaseOptions, releaseUsage } from './releases/release-options.ts'
import { runAttack } from './releases/run-attack.ts'
import { runReleases } from './releases/run-releases.ts'
import { isRollouts, readRolloutOptions, rolloutUsage } from './rollouts/rollout-options.ts'
import { runRollouts } from './rollouts/run-rollouts.ts'
import { softwareSteps } from './software-steps.ts'
import { type Live, type Result, runSteps, type Step } from './suite.ts'
import { updateSteps } from './update-steps.ts'
import { upkeepSteps } from './upkeep-steps.ts'

const steps: Step[] = [
  ...connectingSteps,
  ...readingSteps,
  ...contentSteps,
  ...peopleSteps,
  ...softwareSteps,
  ...updateSteps,
  ...guardSteps,
  ...byHandSteps,
  ...upkeepSteps,
  ...renewingSteps,
]

/** Runs everything and reports each result at once. */
export async function runLive(
  options: LiveOptions,
  report: (result: Result) => void,
  keys: KeySource = keyPool(2),
): Promise<Result[]> {
  const { allowNetworks } = options
  const outbound = createOutbound({ allowNetworks })
  const connector = createConnector({ outbound, keys, clock: systemClock, allowNetworks })
  const keyPair = await keys.take()
  const [cookies, person] = [new CookieJar(systemClock), new CookieJar(systemClock)]
  const live: Live = {
    connector,
    options,
    keyPair,
    token: null,
    notes: [],
    site: {
      id: 'live',
      label: options.url,
      url: options.url,
      verifyTls: options.verifyTls,
      basicAuth: options.basicAuth,
      cookies,
      admin: options.user,
      server: 'https://flotilla-live-suite.invalid/',
      uniqueId: options.uniqueId,
      key: keyOf(keyPair),
    },
    async browse(url) {
      const tls = { verify: options.verifyTls }
      const { status, headers, body } = await outbound.request({
        url,
        tls,
        basicAuth: options.basicAuth,
        cookies: person,
      })
      return { status, location: typeof headers.location === 'string' ? headers.location : '', body: body.toString() }
    },
  }
  try {
    return await runSteps([...steps, ...(options.keep ? [] : partingSteps)], live, report)
  } finally {
    keys.close()
    await outbound.close()
  }
}

export function describeResult({ name, outcome, note }: Result): string {
  return `${outcome.padEnd(8)} ${name.padEnd(52)} ${note}`.trimEnd()
}

/** The suite that the options ask for. Throws a sentence if one is missing. */
function prepare(args: string[], report: (result: Result) => void): () => Promise<Result[]> {
  if (isMove(args)) {
    const options = readMoveOptions(args, process.env)
    return () => runMove(options, report)
  }
  if (isReleases(args)) {
    const options = readReleaseOptions(args, process.env)
    if (options.attack) return () => runAttack(options, report)
    return () => runReleases(options, report, (line) => console.log(line))
  }
  if (isRollouts(args)) {
    const options = readRolloutOptions(args, process.env)
    return () => runRollouts(options, report)
  }
  const options = readOptions(args, process.env)
  return () => runLive(options, report)
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  const report = (result: Result) => console.log(describeResult(result))
  let run: () => Promise<Result[]>
  try {
    run = prepare(args, report)
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}\n\n${moveUsage}\n\n${rolloutUsage}\n\n${releaseUsage}`)
    process.exitCode = 2
    return
  }
  const results = await run()
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  console.log(`\n${count('ok')} ok, ${count('failed')} failed, ${count('skipped')} skipped`)
  if (count('failed') > 0) process.exitCode = 1
}

if (process.argv[1]?.endsWith('live/main.ts')) await main()
