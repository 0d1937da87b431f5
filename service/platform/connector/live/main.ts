/** The connector's suite against a real site: npm run test:live -- --url … --user … --password … */
import { systemClock } from '../../clock.ts'
import { CookieJar } from '../../outbound/cookie-jar.ts'
import { createOutbound } from '../../outbound/http-client.ts'
import { createConnector } from '../connector.ts'
import { keyPool } from '../key-source.ts'
import { keyOf } from '../parts/registration.ts'
import { changingSteps } from './changing-steps.ts'
import { type LiveOptions, readOptions, usage } from './options.ts'
import { readingSteps } from './reading-steps.ts'
import { expect, expectRefusal, type Live, type Result, runSteps, type Step } from './suite.ts'

const firstSteps: Step[] = [
  {
    name: 'probe',
    always: true,
    async run({ connector, site }) {
      const { connectorVersion, wordpressVersion, correctedUrl } = await connector.probe(site)
      return `connector ${connectorVersion}, WordPress ${wordpressVersion}${correctedUrl ? `, really at ${correctedUrl}` : ''}`
    },
  },
  {
    name: 'register',
    always: true,
    async run(live) {
      const { password } = live.options
      const { token, correctedUrl, ...registration } = await live.connector.register(live.site, {
        password,
        parts: ['plugins'],
      })
      live.token = token
      live.site = { ...live.site, url: correctedUrl ?? live.site.url, key: keyOf(registration) }
      expect(registration.snapshot.problems.length === 0, `problems: ${JSON.stringify(registration.snapshot.problems)}`)
      return token ? 'with a token' : 'without a token'
    },
  },
  {
    name: 'another dashboard is refused',
    async run({ connector, site, options }) {
      const other = { ...site, server: 'https://another-dashboard.invalid/' }
      await expectRefusal(connector.register(other, { password: options.password }), 'svc_registration_refused')
      await connector.ping(site)
      return ''
    },
  },
]

const lastSteps: Step[] = [
  {
    name: 'disconnect',
    async run({ connector, site }) {
      await connector.disconnect(site)
      await connector.probe(site)
      await expectRefusal(connector.ping(site), 'svc_key_refused')
      return ''
    },
  },
]

/** Runs everything and tells each result as it comes. */
export async function runLive(options: LiveOptions, tell: (result: Result) => void): Promise<Result[]> {
  const { allowNetworks } = options
  const outbound = createOutbound({ allowNetworks })
  const keys = keyPool(2)
  const connector = createConnector({ outbound, keys, clock: systemClock, allowNetworks })
  const keyPair = await keys.take()
  const cookies = new CookieJar(systemClock)
  const live: Live = {
    connector,
    options,
    keyPair,
    token: null,
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
    async get(url) {
      const tls = { verify: options.verifyTls }
      const { status, headers } = await outbound.request({ url, tls, basicAuth: options.basicAuth })
      return { status, location: typeof headers.location === 'string' ? headers.location : '' }
    },
  }
  const steps = [...firstSteps, ...readingSteps, ...changingSteps, ...(options.keep ? [] : lastSteps)]
  try {
    return await runSteps(steps, live, tell)
  } finally {
    keys.close()
    await outbound.close()
  }
}

export function describeResult({ name, outcome, note }: Result): string {
  return `${outcome.padEnd(8)} ${name.padEnd(52)} ${note}`.trimEnd()
}

async function main(): Promise<void> {
  let options: LiveOptions
  try {
    options = readOptions(process.argv.slice(2), process.env)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exitCode = 2
    return
  }
  const results = await runLive(options, (result) => console.log(describeResult(result)))
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length
  console.log(`\n${count('ok')} ok, ${count('failed')} failed, ${count('skipped')} skipped`)
  if (count('failed') > 0) process.exitCode = 1
}

if (process.argv[1]?.endsWith('live/main.ts')) await main()
