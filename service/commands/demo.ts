import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Site, startFleet } from '../../simulator/index.ts'
import type { App } from '../app.ts'
import { each } from '../operation/each.ts'
import type { Config } from '../platform/config.ts'
import { sharedKeySource } from '../platform/connector/key-source.ts'
import { parseNetworks } from '../platform/outbound/address-guard.ts'
import { serve } from './serve.ts'

const atOnce = 8

/** The service with a simulated fleet already added; everything is new at each start and gone at its end. */
export async function run(config: Config): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-demo-'))
  const fleet = await startFleet({ sites: config.DEMO_SITES, seed: 1 })
  let connected = false
  try {
    await serve(
      { ...config, DATA_DIR: dataDir, DATABASE_URL: undefined, ROLE: 'all' },
      {
        // Only the demo speaks to sites on this machine.
        allowNetworks: parseNetworks('127.0.0.0/8'),
        keys: sharedKeySource(),
        checks: { fleet: async () => connected },
      },
      async (app) => {
        console.log(`\nConnecting ${fleet.sites.length} simulated sites …`)
        const failed = await connectFleet(app, fleet.sites)
        connected = true
        console.log(
          failed === 0
            ? `The demo fleet is connected. GET /api/v2/sites shows it; Ctrl-C ends the demo.`
            : `${failed} of ${fleet.sites.length} demo sites could not be connected.`,
        )
      },
    )
  } finally {
    await fleet.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function connectFleet(app: App, sites: readonly Site[]): Promise<number> {
  const add = async (site: Site) => {
    const { output } = await app.run('add-site', {
      url: site.url,
      name: site.title,
      admin: site.admin.login,
      admin_password: site.admin.password,
    })
    return (output as { connection: { ok: boolean } }).connection.ok
  }
  const { done, errors } = await each(sites, add, { identify: (site) => site.url, atOnce })
  return errors.length + done.filter((ok) => !ok).length
}
