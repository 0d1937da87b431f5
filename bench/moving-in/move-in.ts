/**
 * The import of a whole fleet from an export file: upload, plan, import, and the call to each site by one worker process.
 * Run: node bench/moving-in/move-in.ts [--sites 5000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type App, createApp } from '../../service/app.ts'
import {
  partsOfScript,
  type WrittenRecord,
  writeExportFile,
} from '../../service/domain/moving-in/testing/export-file.ts'
import { storeKey } from '../../service/domain/moving-in/testing/stored-keys.ts'
import { systemActor } from '../../service/operation/actor.ts'
import { readConfig } from '../../service/platform/config.ts'
import { type KeyPair, sharedKeySource } from '../../service/platform/connector/key-source.ts'
import { openPlatform } from '../../service/platform.ts'
import { startService } from '../drills/service-process.ts'
import { thousands } from '../report.ts'
import { startSites } from '../sync/child-processes.ts'
import { peakResident, resetPeak } from '../sync/processor-use.ts'

const oldServer = 'https://old.example/wp-admin/'
const partBytes = 1_200_000

/** Ten sites per client, five tags, a cost per client, a monitor and forty plugins per site. */
function recordsOf(urls: readonly string[], { privateKeyPem }: KeyPair): WrittenRecord[] {
  const plugins = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`plugin-${index}/plugin.php`, '1.2.3']))
  const sites = urls.flatMap((url, index) => {
    const id = index + 1
    const { privkey, pubkey, file } = storeKey('opaque file name', id, privateKeyPem)
    const pk = file && Buffer.from(file.content).toString('base64')
    const client_id = String(1 + Math.floor(index / 10))
    const row = { id: String(id), name: `Site ${id}`, url, adminname: 'admin', privkey, pubkey, pk, client_id, plugins }
    return [
      { table: 'wp', row: { ...row, verify_certificate: '1', note: 'Moved' } },
      { table: 'wp_group', row: { wpid: String(id), groupid: String(1 + (index % 5)) } },
      {
        table: 'monitors',
        row: { wpid: String(id), active: '1', interval: '15', type: 'http', method: 'get', issub: '0' },
      },
    ]
  })
  const clients = Array.from({ length: Math.ceil(urls.length / 10) }, (_, index) => String(index + 1))
  return [
    { table: 'dashboard', row: { admin_url: oldServer, verify_certificate: '1' } },
    ...[1, 2, 3, 4, 5].map((id) => ({ table: 'group', row: { id: String(id), name: `Tag ${id}` } })),
    ...clients.map((id) => ({
      table: 'wp_clients',
      row: { client_id: id, name: `Client ${id}`, client_email: `client${id}@example.com` },
    })),
    ...sites,
    ...clients.flatMap((id) => [
      {
        table: 'cost_tracker',
        row: { id, name: `Cost ${id}`, price: '10', type: 'subscription', renewal_type: 'monthly' },
      },
      { table: 'lookup_item_objects', row: { item_id: id, object_id: id, object_name: 'client' } },
    ]),
  ]
}

interface Phase {
  name: string
  seconds: number
}

export async function measureMoveIn(sites: number): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-move-'))
  const environment = { DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', LOG_LEVEL: 'error', ROLE: 'worker' }
  const platform = await openPlatform(readConfig(environment))
  const app = await createApp({ ...platform, serves: false, works: false, clientAlias: false })
  const keys = await sharedKeySource(1).take()
  const simulator = await startSites(sites, [keys.publicKeyPem], oldServer)
  const worker = await startService(environment)
  const phases: Phase[] = []
  const run = async <Output>(operation: string, input: object) =>
    (await app.run(operation, { ...input }, { actor: systemActor(), confirmed: true })).output as Output
  const timed = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now()
    const result = await work()
    phases.push({ name, seconds: (performance.now() - began) / 1000 })
    return result
  }
  try {
    const { script_id, content } = await run<{ script_id: string; content: string }>('create-export-script', {})
    const parts = divide(writeExportFile(partsOfScript(content), recordsOf(simulator.urls, keys)))
    const megabytes = parts.reduce((sum, { length }) => sum + length, 0) / 1_000_000
    await resetPeak(process.pid)
    await resetPeak(worker.pid)
    const upload = await timed('upload', async () => {
      let id = 0
      for (const [part, lines] of parts.entries())
        id = (await run<{ move_in_id: number }>('add-export-part', { script_id, part, lines })).move_in_id
      return id
    })
    await timed('plan', () => run('get-move-in', { move_in_id: upload }))
    const { job_id } = await timed('import', () => run<{ job_id: string }>('accept-move-in', { move_in_id: upload }))
    const importing = await peakResident(process.pid)
    await timed('calls to the sites', () => waitForJob(app, Number(job_id), sites))
    await timed('comparison', () => run('make-parity-report', {}))
    const total = phases.slice(0, 4).reduce((sum, { seconds }) => sum + seconds, 0)
    return [
      `${thousands(sites)} sites with keys, from a file of ${megabytes.toFixed(0)} MB: ${total.toFixed(0)} s until each site was called (target: 300 s).`,
      `${phases.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ')}.`,
      `Largest resident memory: ${importing} MB in the process that reads and imports the file (with the file itself and the simulator’s addresses), ${await peakResident(worker.pid)} MB in the worker.`,
    ]
  } finally {
    await worker.stop()
    simulator.stop()
    await app.close()
    await platform.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Parts of whole lines. */
function divide(file: string): string[] {
  const parts: string[] = ['']
  for (const line of file.trimEnd().split('\n')) {
    const last = parts.at(-1) ?? ''
    if (last.length + line.length > partBytes) parts.push(`${line}\n`)
    else parts[parts.length - 1] = `${last}${line}\n`
  }
  return parts
}

async function waitForJob({ db }: App, id: number, sites: number): Promise<void> {
  const report = () => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  while ((await report()).completed_at === null) await new Promise((resolve) => setTimeout(resolve, 100))
  const { succeeded } = await report()
  if (succeeded !== sites) throw new Error(`Only ${succeeded} of ${sites} sites were called.`)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { sites: { type: 'string', default: '5000' } } })
  for (const line of await measureMoveIn(Number(values.sites))) console.log(line)
}
