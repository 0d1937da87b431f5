import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { type App, type AppOptions, createApp } from '../app.ts'
import { type AdministratorFromEnvironment, ensureFirstAdministrator } from '../domain/access/index.ts'
import { applyNewInstallationSettings } from '../domain/settings/index.ts'
import type { Config } from '../platform/config.ts'
import { keyPool } from '../platform/connector/key-source.ts'
import { openPlatform } from '../platform.ts'
import { protectionFrom } from '../protection.ts'
import { buildPageIfStale } from '../surfaces/web/build-page-if-stale.ts'
import { readBackupPaths } from './backup-paths.ts'
import { listen } from './listen.ts'

export const defaultPort = 8700

// Generating keys is slower than an import of many sites uses them; these are ready in advance.
const readyKeys = 4

// The old generation is collected after this growth instead of after doubling or more: a worker that syncs thousands of
// sites uses a third less memory.
const heapGrowingPercent = 80

export async function run(config: Config): Promise<void> {
  await serve(config)
  // Everything is stored. Questions to a slow name server cannot be cancelled and would keep the process for minutes.
  process.exit()
}

/**
 * Runs the service until SIGINT or SIGTERM; then finishes running work and returns the rest to the queue. `further` overrides
 * options of the service; `whenListening` runs once when the port is open, before the service is ready.
 */
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
    recordsKeyUse: true,
    clientAlias: config.CLIENT_ALIAS,
    keys: keyPool(readyKeys),
    allowNetworks: config.ALLOW_NETWORKS,
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    mail: { smtpUrl: config.SMTP_URL, from: config.MAIL_FROM },
    serviceBackup: readBackupPaths(config),
    browser: { program: config.CHROMIUM_PATH, withoutSandbox: config.CHROMIUM_NO_SANDBOX },
    pace: { leaseSeconds: config.WORK_LEASE_SECONDS },
    protection: protectionFrom(config),
    tracing: config.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: config.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          serviceName: config.OTEL_SERVICE_NAME,
          ratio: config.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    ...further,
    // At the first start the port is open before the first user exists.
    checks: { ...further.checks, accounts: async () => hasAccounts },
  })
  // Several workers may share a machine with the api: they open a port for /healthz only if PORT is set.
  const port = config.PORT ?? (config.ROLE === 'worker' ? null : defaultPort)
  // Before the first administrator is created: its password is printed only once, and a start on a used port fails.
  if (port !== null) await listen(app.server, config.HOST, port)
  // Not in a worker: operators expect the password in the log of the process that serves the dashboard.
  const first = config.ROLE === 'worker' ? null : await startInstallation(app, config)
  hasAccounts = true
  if (first) console.log(formatFirstStart(first))
  printReady(app.server.server.address(), config)
  if (config.ROLE !== 'worker') buildPageIfStale(platform.log)
  await whenListening(app)
  const signal = await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  platform.log.info({ signal: signal[0] }, 'stopping')
  await app.drain(config.DRAIN_SECONDS)
  await app.close()
  await platform.leave()
}

/** Creates the first administrator; a new installation also gets its settings. */
export async function startInstallation({ context }: Pick<App, 'context'>, config: AdministratorFromEnvironment) {
  const first = await ensureFirstAdministrator(context, config, applyNewInstallationSettings)
  await context.settings.refresh()
  return first
}

type FirstStart = NonNullable<Awaited<ReturnType<typeof ensureFirstAdministrator>>>

function formatFirstStart({ login, password, apiKey }: FirstStart): string {
  const lines = ['First start. This is shown once:']
  if (password) lines.push(`  user ${login}, one-time password ${password}`)
  if (apiKey) lines.push(`  API key ${apiKey}`)
  return `${lines.join('\n')}\n`
}

function printReady(address: AddressInfo | string | null, config: Config): void {
  const listens = typeof address === 'object' && address !== null
  console.log(listens ? `Flotilla is ready at ${config.PUBLIC_URL ?? urlOf(address)}` : 'Flotilla worker is ready')
}

function urlOf({ address, port }: AddressInfo): string {
  // Browsers create no passkeys for an IP address.
  const isLocal = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address)
  const host = isLocal ? 'localhost' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}`
}
