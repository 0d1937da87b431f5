/**
 * The overhead of a call: calls per second and processor time per call, compared with bare
 * undici with the same form, signature and decoding, the same sites and the same run.
 * Run: node bench/connector.ts
 */
import { type ChildProcess, fork } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { systemClock } from '../service/platform/clock.ts'
import type { ChildSite } from '../service/platform/connector/child-site.ts'
import { createConnector } from '../service/platform/connector/connector.ts'
import { sharedKeySource } from '../service/platform/connector/key-source.ts'
import { keyOf } from '../service/platform/connector/parts/registration.ts'
import { snapshotParts } from '../service/platform/connector/snapshot/snapshot.ts'
import { parseNetworks } from '../service/platform/outbound/address-guard.ts'
import { createOutbound } from '../service/platform/outbound/http-client.ts'
import { defaultRateLimits, RateLimits } from '../service/platform/outbound/rate-limits.ts'
import { startFleet } from '../simulator/index.ts'
import { bareCaller } from './sync/floor.ts'

const sites = 64
const concurrency = 16
const rounds = 5
const server = 'https://bench.example/'

async function serve(publicKey: string): Promise<void> {
  const connect = { publicKeys: [publicKey], server }
  const fleet = await startFleet({ sites, payload: 30_000, baseAddress: '127.12.0.1', connect })
  process.send!(fleet.sites.map(({ url }) => url))
  process.on('disconnect', () => process.exit())
}

interface Cost {
  perSecond: number
  cpuMs: number
}

async function measure(calls: number, call: (index: number) => Promise<unknown>): Promise<Cost> {
  let index = 0
  const start = performance.now()
  const before = process.cpuUsage()
  const worker = async () => {
    while (index < calls) await call(index++)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const { user, system } = process.cpuUsage(before)
  return { perSecond: (calls * 1000) / (performance.now() - start), cpuMs: (user + system) / 1000 / calls }
}

const middle = (costs: Cost[]) => costs.sort((one, other) => one.cpuMs - other.cpuMs)[costs.length >> 1]!

async function compare(urls: string[], privateKeyPem: string, key: ChildSite['key']): Promise<void> {
  const allowNetworks = parseNetworks('127.0.0.0/8')
  const settings = { ...defaultRateLimits, maximumRequests: concurrency }
  const outbound = createOutbound({
    allowNetworks,
    rateLimits: new RateLimits({ clock: systemClock, settings: () => settings }),
  })
  const connector = createConnector({ outbound, allowNetworks, keys: sharedKeySource(1), clock: systemClock })
  const site = (index: number): ChildSite => {
    const id = index % urls.length
    return { id, label: `site ${id}`, url: urls[id]!, verifyTls: true, admin: 'admin', server, key }
  }
  const floorCaller = bareCaller(4)
  const floorKey = createPrivateKey(privateKeyPem)
  const bare = (index: number, name: string, fields: Record<string, string>) =>
    floorCaller.call({ url: urls[index % urls.length]!, key: floorKey, name, fields })

  const parts = snapshotParts.filter((part) => part !== 'changes' && part !== 'users')
  const subjects = [
    {
      name: 'ping',
      calls: 2_000,
      floor: (index: number) => bare(index, 'extra_execution', {}),
      ours: (index: number) => connector.ping(site(index)),
    },
    {
      name: 'sync of 30 kB',
      calls: 600,
      floor: (index: number) =>
        bare(index, 'stats', { user: 'admin', syncdata: '{"users":0,"child_site_actions_data":0}' }),
      ours: (index: number) => connector.readSite(site(index), { parts }),
    },
  ]
  for (const { name, calls, floor, ours } of subjects) {
    const costs = { floor: [] as Cost[], ours: [] as Cost[] }
    await measure(calls, floor)
    await measure(calls, ours)
    for (let round = 0; round < rounds; round++) {
      costs.floor.push(await measure(calls, floor))
      costs.ours.push(await measure(calls, ours))
    }
    const [least, cost] = [middle(costs.floor), middle(costs.ours)]
    const show = ({ perSecond, cpuMs }: Cost) => `${perSecond.toFixed(0)} calls/s, ${cpuMs.toFixed(3)} ms CPU per call`
    console.log(
      `${name}: floor ${show(least)}; connector ${show(cost)}; ratio of CPU ${(cost.cpuMs / least.cpuMs).toFixed(2)}`,
    )
  }
  await Promise.all([floorCaller.close(), outbound.close()])
}

async function main(): Promise<void> {
  const pair = await sharedKeySource(1).take()
  const fleet: ChildProcess = fork(import.meta.filename, ['serve', pair.publicKeyPem])
  const [urls] = (await once(fleet, 'message')) as [string[]]
  await compare(urls, pair.privateKeyPem, keyOf(pair)).finally(() => fleet.kill())
}

if (process.argv[2] === 'serve') await serve(process.argv[3]!)
else await main()
