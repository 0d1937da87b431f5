/** Processes beside the service: the simulated sites, and the floor. */
import { fork } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { partsToRead } from '../../service/domain/sync/sync-plan.ts'
import { syncFields } from '../../service/platform/connector/snapshot/selection.ts'
import { encodeForm } from '../../service/platform/connector/wire/form.ts'
import { unixSeconds } from '../../service/platform/unix-seconds.ts'
import { type FleetConnection, startFleet } from '../../simulator/index.ts'
import { bareCaller } from './floor.ts'

export interface SimulatedSites {
  urls: string[]
  pid: number
  stop(): void
}

/** Natural variety of 20 to 60 kB. */
export async function startSites(sites: number, publicKeys: string[], server: string): Promise<SimulatedSites> {
  const child = fork(import.meta.filename, ['sites', String(sites)])
  child.send({ publicKeys, server })
  const [urls] = (await once(child, 'message')) as [string[]]
  return { urls, pid: child.pid!, stop: () => child.disconnect() }
}

async function serveSites(sites: number): Promise<void> {
  const [connect] = (await once(process, 'message')) as [FleetConnection]
  const fleet = await startFleet({ sites, baseAddress: '127.20.0.1', connect })
  process.on('disconnect', () => process.exit())
  process.send!(fleet.sites.map(({ url }) => url))
}

/** Which sync: the first one also reads what is read once a day, and the whole change log. */
export type Reading = 'first' | 'again'

interface FloorOrder {
  urls: string[]
  privateKeyPem: string
  reading: Reading
  /** A key per site, as in every fleet (the first signature with a key costs most), or one for all. */
  keys: 'own' | 'one'
}

/** The minimum cost of the calls of such a sync: sites per second of processor time. */
export async function measureFloor(order: FloorOrder): Promise<number> {
  const child = fork(import.meta.filename, ['floor'])
  child.send(order)
  const [perCpuSecond] = (await once(child, 'message')) as [number]
  child.disconnect()
  return perCpuSecond
}

async function callAll({ urls, privateKeyPem, reading, keys }: FloorOrder): Promise<void> {
  const caller = bareCaller(1)
  const one = createPrivateKey(privateKeyPem)
  const keyOfNext = () => (keys === 'one' ? one : createPrivateKey(privateKeyPem))
  const fields = { user: 'admin', ...fieldsOf(reading) }
  const read = async (selected: string[]) => {
    const left = selected.values()
    const some = async () => {
      for (const url of left) await caller.call({ url, key: keyOfNext(), name: 'stats', fields })
    }
    await Promise.all(Array.from({ length: 50 }, some))
  }
  await read(urls.slice(0, 100))
  const before = process.cpuUsage()
  await read(urls)
  const { user, system } = process.cpuUsage(before)
  await caller.close()
  process.send!((urls.length / (user + system)) * 1e6)
}

/** The form that a sync sends, so that the floor gets the same answers. */
function fieldsOf(reading: Reading): Record<string, string> {
  const now = new Date()
  const seconds = unixSeconds(now)
  const [readAt, read] = reading === 'first' ? [{}, null] : [{ users: seconds }, seconds]
  const parts = partsToRead({ now, how: 'by hand', readAt, changes: true })
  const cursor = { actionsAfter: read, logAfter: read }
  const form = encodeForm(syncFields({ parts, cursor, logRows: 500, abandonedAfterDays: 730 }))
  return Object.fromEntries(new URLSearchParams(form))
}

const [role, ...args] = process.argv.slice(2)
if (import.meta.main && role === 'sites') await serveSites(Number(args[0]))
if (import.meta.main && role === 'floor') {
  process.on('message', callAll)
  process.on('disconnect', () => process.exit())
}
