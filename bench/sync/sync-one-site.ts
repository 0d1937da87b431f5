/**
 * The cost of a sync: statements, and processor time of the service beside that of the bare HTTP call, for sites
 * where nothing has changed since the last one. The sites run in a process of their own, the database too.
 * Run: node bench/sync/sync-one-site.ts
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { createApp } from '../../service/app.ts'
import { withKey } from '../../service/domain/sites/connection/child-site.ts'
import { sealFor } from '../../service/domain/sites/connection/site-secrets.ts'
import { findSiteById } from '../../service/domain/sites/site-store.ts'
import { partsToRead } from '../../service/domain/sync/sync-plan.ts'
import { systemClock } from '../../service/platform/clock.ts'
import { createConnector } from '../../service/platform/connector/connector.ts'
import { type KeyPair, sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { startEmbedded } from '../../service/platform/database/embedded.ts'
import { createLog } from '../../service/platform/log.ts'
import { parseNetworks } from '../../service/platform/outbound/address-guard.ts'
import { createOutbound } from '../../service/platform/outbound/http-client.ts'
import { createSecrets } from '../../service/platform/secrets.ts'
import { unixSeconds } from '../../service/platform/unix-seconds.ts'
import { seedSites } from '../../service/testing/seed-sites.ts'
import { startFleet } from '../../simulator/index.ts'

const sites = 50
const rounds = 8
const allowNetworks = parseNetworks('127.0.0.0/8')

async function serve(publicKey: string): Promise<void> {
  const connect = { publicKeys: [publicKey], server: 'https://bench.example/' }
  const fleet = await startFleet({ sites, payload: 30_000, baseAddress: '127.13.0.1', connect })
  process.send!(fleet.sites.map(({ url }) => url))
  process.on('disconnect', () => process.exit())
}

async function measure(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-bench-'))
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  const keys: KeyPair = await sharedKeySource(1).take()
  const fleet: ChildProcess = fork(import.meta.filename, [keys.publicKeyPem])
  const [urls] = (await once(fleet, 'message')) as [string[]]
  const secrets = createSecrets(['a master key for the benchmark, long enough'])
  const log = createLog('silent')
  const common = { connection: { connectionString: embedded.url }, clock: systemClock, log, secrets, allowNetworks }
  const app = await createApp({ ...common, serves: false, works: false, clientAlias: false })
  const outbound = createOutbound({ allowNetworks })
  const connector = createConnector({ outbound, keys: sharedKeySource(1), clock: systemClock, allowNetworks })
  try {
    const platform = app.context
    await seedSites(app.db, sites, (number) => ({
      url: urls[number - 1]!,
      private_key: sealFor(secrets, 'private_key', keys.privateKeyPem),
    }))
    const sync = (id: number) => app.run('sync-site', { site_id_or_domain: id }, { unaudited: true })
    const parts = partsToRead({ now: new Date(), how: 'scheduled', readAt: fresh, changes: true })
    const bare = async (id: number) => {
      const site = (await findSiteById(app.db, id))!
      await withKey(platform, site, 'private_key', (child) => connector.readSite(child, { parts }))
    }
    for (const call of [sync, sync, bare]) await everySite(call)
    console.log(`statements per sync: ${await countStatements(() => sync(1))}`)
    const costs = { sync: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      costs.sync.push(await cpuPerSite(sync))
      costs.bare.push(await cpuPerSite(bare))
    }
    const [all, call] = [median(costs.sync), median(costs.bare)]
    console.log(`CPU per sync ${all.toFixed(2)} ms, of it the HTTP call ${call.toFixed(2)} ms`)
    console.log(`beside the call: ${(all - call).toFixed(2)} ms`)
  } finally {
    fleet.kill()
    await outbound.close()
    await app.close()
    await embedded.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const now = unixSeconds(new Date())
const fresh = { security: now, health: now, users: now }
const median = (numbers: number[]) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!

async function everySite(call: (id: number) => Promise<unknown>): Promise<void> {
  for (let id = 1; id <= sites; id++) await call(id)
}

async function cpuPerSite(call: (id: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await everySite(call)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / sites
}

async function countStatements(call: () => Promise<unknown>): Promise<number> {
  const { query } = Client.prototype
  let count = 0
  Client.prototype.query = function (this: Client, ...args: never[]) {
    count++
    return (query as (...all: never[]) => unknown).apply(this, args)
  } as typeof query
  try {
    await call()
  } finally {
    Client.prototype.query = query
  }
  return count
}

await (process.argv[2] ? serve(process.argv[2]) : measure())
