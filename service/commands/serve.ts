import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { type App, type AppOptions, createApp } from '../app.ts'
import { ensureFirstAdministrator } from '../domain/access/index.ts'
import type { Config } from '../platform/config.ts'
import { keyPool } from '../platform/connector/key-source.ts'
import { openPlatform } from '../platform.ts'
import { protectionFrom } from '../protection.ts'
import { buildPageIfStale } from '../surfaces/web/build-page-if-stale.ts'
import { listen } from './listen.ts'

const defaultPort = 8700

// An import of many sites takes keys faster than they can be made; these serve the first ones at once.
const readyKeys = 4

// What lives longer is looked through when it has grown by so many percent, not only when it has doubled or more: a worker
// that syncs thousands of sites keeps a third less memory.
const heapGrowingPercent = 80

/** Starts the service and stays until it is asked to stop; then finishes what is under way and hands the rest back. */
export async function run(config: Config): Promise<void> {
  await serve(config)
}

/** `further` changes parts of the service; `whenListening` runs once it answers, before it counts as started. */
export async function serve(
  config: Config,
  further: Partial<AppOptions> = {},
  whenListening: (app: App) => Promise<void> = async () => {},
): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowingPercent}`)
  const platform = await openPlatform(config)
  let hasAccounts = false
  const app = await createApp({
    ...platform,
    serves: config.ROLE !== 'worker',
    works: config.ROLE !== 'api',
    clientAlias: config.CLIENT_ALIAS,
    keys: keyPool(readyKeys),
    allowNetworks: config.ALLOW_NETWORKS,
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    mail: { smtpUrl: config.SMTP_URL, from: config.MAIL_FROM },
    browser: { program: config.CHROMIUM_PATH, withoutSandbox: config.CHROMIUM_NO_SANDBOX },
    pace: { leaseSeconds: config.WORK_LEASE_SECONDS },
    protection: protectionFrom(config),
    ...further,
    // At the first start it listens before there is anyone to sign in.
    checks: { ...further.checks, accounts: async () => hasAccounts },
  })
  // Several workers may share a machine with the api: they open a port for /healthz only when told which.
  const port = config.PORT ?? (config.ROLE === 'worker' ? null : defaultPort)
  // First: a start that fails on a taken port must not have used up the only time the password is shown.
  if (port !== null) await listen(app.server, config.HOST, port)
  // Not in a worker: people look for the password in the log of the process that serves the dashboard.
  const first = config.ROLE === 'worker' ? null : await ensureFirstAdministrator(app.db, platform, config)
  hasAccounts = true
  if (first) console.log(firstStart(first))
  greet(app.server.server.address(), config)
  if (config.ROLE !== 'worker') buildPageIfStale(platform.log)
  await whenListening(app)
  const signal = await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  platform.log.info({ signal: signal[0] }, 'stopping')
  await app.drain(config.DRAIN_SECONDS)
  await app.close()
  await platform.leave()
}

type FirstStart = NonNullable<Awaited<ReturnType<typeof ensureFirstAdministrator>>>

function firstStart({ login, password, apiKey }: FirstStart): string {
  const lines = ['First start. This is shown once:']
  if (password) lines.push(`  user ${login}, one-time password ${password}`)
  if (apiKey) lines.push(`  API key ${apiKey}`)
  return `${lines.join('\n')}\n`
}

function greet(address: AddressInfo | string | null, config: Config): void {
  const listens = typeof address === 'object' && address !== null
  console.log(listens ? `Flotilla is ready at ${config.PUBLIC_URL ?? urlOf(address)}` : 'Flotilla worker is ready')
}

function urlOf({ address, port }: AddressInfo): string {
  const host =
    address === '0.0.0.0' || address === '::' ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}`
}
