import { createApp } from '../app.ts'
import { ensureFirstAdministrator } from '../domain/access/index.ts'
import type { Config } from '../platform/config.ts'
import { sharedKeySource } from '../platform/connector/key-source.ts'
import { createLog } from '../platform/log.ts'
import { parseNetworks } from '../platform/outbound/address-guard.ts'
import { openPlatform } from '../platform.ts'
import { createPast, type Past } from './demo/create-past.ts'
import { createPresent } from './demo/create-present.ts'
import { openDataFolder } from './demo/data-folder.ts'
import { DemoClock } from './demo/demo-clock.ts'
import { createDemoContext } from './demo/demo-context.ts'
import { formNetwork } from './demo/network.ts'
import { openDemoFleet } from './demo/open-demo-fleet.ts'
import { restoreFleet, saveFleet } from './demo/saved-fleet.ts'
import type { DemoFleet } from './demo/simulated-fleet.ts'
import { stopAnswering } from './demo/troubles.ts'
import { ensurePortIsFree } from './listen.ts'
import { defaultPort, serve } from './serve.ts'

/**
 * The service with simulated sites and two months of sample data. The data is deleted at the end, unless DATA_DIR names a
 * folder for it.
 */
export async function run(given: Config): Promise<void> {
  // Not after the minute in which the data is created.
  await ensurePortIsFree(given.HOST, given.PORT ?? defaultPort)
  const folder = await openDataFolder(given)
  const config: Config = { ...given, DATA_DIR: folder.path, DATABASE_URL: undefined, ROLE: 'all' }
  const clock = new DemoClock()
  const fleet = await openDemoFleet(folder, config.DEMO_SITES, clock)
  if (folder.saved) restoreSites(fleet, folder.saved)
  const print = (line: string) => console.log(`  ${line}`)
  let ready = false
  let platform: Awaited<ReturnType<typeof openPlatform>> | undefined
  if (!folder.saved) console.log(`Creating a demo with ${fleet.sites.length} simulated sites:`)
  try {
    platform = await openPlatform({ ...config, LOG_LEVEL: 'silent' })
    const past = folder.saved ? null : await createHistory(platform, config, fleet, clock, print)
    await serve(config, { ...partsFor(fleet), checks: { fleet: async () => ready } }, async (app) => {
      if (past) {
        await createPresent(createDemoContext(app, clock, fleet.sites), past.colleagues[0].actor, print)
        await folder.save(saveFleet(fleet))
      }
      ready = true
      console.log(summary(fleet, past))
    })
    if (ready) await folder.save(saveFleet(fleet))
  } finally {
    await platform?.leave()
    await fleet.close()
    await folder.leave()
  }
  // As `serve`: questions to a slow name server would keep the process.
  process.exit()
}

/** Only the demo may call sites on this machine. */
const partsFor = ({ resolver, authorities }: DemoFleet) => ({
  allowNetworks: parseNetworks('127.0.0.0/8'),
  keys: sharedKeySource(4),
  outbound: { resolver, extraAuthorities: authorities },
})

type Platform = Awaited<ReturnType<typeof openPlatform>>

/** Creates the history with a service that has no port and a clock in the past. */
async function createHistory(
  platform: Platform,
  config: Config,
  fleet: DemoFleet,
  clock: DemoClock,
  print: (line: string) => void,
) {
  const quiet = { serves: false, works: false, clientAlias: false, log: createLog('silent') }
  const app = await createApp({ ...platform, ...partsFor(fleet), ...quiet, clock })
  try {
    const firstStart = () => ensureFirstAdministrator(app.context, config)
    return await createPast(createDemoContext(app, clock, fleet.sites), firstStart, {
      receiverUrl: fleet.receiverUrl,
      print,
    })
  } finally {
    await app.close()
  }
}

function restoreSites(fleet: DemoFleet, saved: NonNullable<Awaited<ReturnType<typeof openDataFolder>>['saved']>): void {
  restoreFleet(fleet, saved)
  formNetwork(fleet.sites)
  for (const { site, role } of fleet.sites) if (role === 'dead') stopAnswering(site)
}

function summary(fleet: DemoFleet, past: Past | null): string {
  if (!past) return `\nThe demo has the data of the last start: ${fleet.sites.length} sites. Ctrl-C ends it.`
  const { first, colleagues } = past
  const lines = ['', 'The demo is ready. Sign in as']
  if (first?.password) lines.push(`  ${first.login}, one-time password ${first.password} (administrator)`)
  else if (first) lines.push(`  ${first.login}, with the password of ADMIN_PASSWORD (administrator)`)
  for (const { login, role, password } of colleagues) lines.push(`  ${login}, password ${password} (${role})`)
  if (first?.apiKey) lines.push(`or use the API key ${first.apiKey}`)
  return [...lines, 'Ctrl-C ends the demo.'].join('\n')
}
