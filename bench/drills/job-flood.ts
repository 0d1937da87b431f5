import { readFile } from 'node:fs/promises'
import { readConfig } from '../../service/platform/config.ts'
import { openDatabase } from '../../service/platform/database/database.ts'
import { openPlatform } from '../../service/platform.ts'
import { seedConnectedFleet } from '../../service/testing/connected-fleet.ts'
import { startFleet } from '../../simulator/index.ts'
import { waitUntil } from './job-under-way.ts'
import { drillKey } from './key-writer.ts'
import { describeProcessorTime, startService } from './service-process.ts'

export interface Outcome {
  requested: number
  accepted: number
  refused: number
  /** From request to result, for one site of another user, before and during the flood. */
  smallJobMs: { before: number; during: number[] }
  /** The list of jobs during the flood. */
  longestListMs: number
  /** Of the process: before and at its peak. */
  memoryMb: { before: number; most: number }
  /** During the flood, as text. */
  processorTime: string
  cancelled: number
  cancelMs: number
  problems: string[]
}

const other = { login: 'other', password: 'long pass phrase of the drill' }

/** One caller starts job after job over all sites; another one syncs a single site meanwhile. */
export async function floodWithJobs(dataDir: string, sites: number, orders: number): Promise<Outcome> {
  const environment = { DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', API_KEY: drillKey, LOG_LEVEL: 'silent' }
  const platform = await openPlatform(readConfig(environment))
  const service = await startService(environment, 180_000)
  const db = openDatabase(platform.connection)
  const fleet = await startFleet({ sites, payload: 8_000, baseAddress: '127.21.0.1' })
  const basic = `Basic ${Buffer.from(`${other.login}:${other.password}`).toString('base64')}`
  const call = async (method: string, path: string, body?: object, authorization = `Bearer ${drillKey}`) => {
    const answer = await fetch(`${service.url}/api/v2${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as { data?: unknown; message?: string } }
  }
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return Math.round(performance.now() - start)
  }
  const memoryMb = async () => {
    const text = await readFile(`/proc/${service.pid}/status`, 'utf8')
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(text)![1]) / 1024)
  }
  const problems: string[] = []
  try {
    await seedConnectedFleet({ db, secrets: platform.secrets }, fleet)
    // All sites but the last have an update that never ends, so that every job stays open.
    for (const site of fleet.sites.slice(0, -1)) {
      site.addPlugin({ file: 'drill/drill.php', name: 'Drill', version: '1.0', offer: '2.0' })
      site.setFault('slow', { on: 'upgradeplugintheme', delay: 120_000 })
    }
    const flooded = fleet.sites.slice(0, -1).map((_, index) => index + 1)
    const added = await call('POST', '/access/users/add', { ...other, role: 'manager', must_change_password: false })
    if (added.status >= 300) throw new Error(`The other user could not be added: ${added.body.message}`)
    await call('POST', '/sites/sync', {})
    const syncOne = () => call('POST', '/sites/sync', { site_ids_or_domains: [sites] }, basic)
    const first = await syncOne()
    if (first.status !== 200) throw new Error(`The small job does not work: ${JSON.stringify(first.body)}`)
    const before = { job: await timed(syncOne), memory: await memoryMb(), time: await service.processorTime() }
    const outcome = { accepted: 0, refused: 0, most: before.memory, longestListMs: 0, during: [] as number[] }
    let left = orders
    const flood = async () => {
      while (left-- > 0) {
        const { status } = await call('POST', '/updates/run', {
          background: true,
          types: ['plugins'],
          site_ids_or_domains: flooded,
        })
        if (status === 200 || status === 202) outcome.accepted++
        else if (status === 429) outcome.refused++
        else problems.push(`a job request was answered with ${status}`)
      }
    }
    const flooding = Promise.all(Array.from({ length: 8 }, flood))
    let over = false
    void flooding.finally(() => {
      over = true
    })
    do {
      outcome.during.push(await timed(syncOne))
      outcome.longestListMs = Math.max(outcome.longestListMs, await timed(() => call('GET', '/jobs?per_page=100')))
      outcome.most = Math.max(outcome.most, await memoryMb())
    } while (!over)
    await flooding
    const processorTime = describeProcessorTime(before.time, await service.processorTime())
    let cancelled = 0
    const cancelMs = await timed(async () => {
      for (;;) {
        const open = await db.selectFrom('jobs').select('id').where('status', 'in', ['pending', 'processing']).execute()
        if (open.length === 0) break
        for (const { id } of open) if ((await call('POST', `/jobs/${id}/cancel`, {})).status === 200) cancelled++
      }
    })
    await waitUntil(async () => (await call('GET', '/jobs?status=processing')).status === 200)
    return {
      requested: orders,
      accepted: outcome.accepted,
      refused: outcome.refused,
      smallJobMs: { before: before.job, during: outcome.during },
      longestListMs: outcome.longestListMs,
      memoryMb: { before: before.memory, most: outcome.most },
      processorTime,
      cancelled,
      cancelMs,
      problems: [...new Set(problems)],
    }
  } finally {
    await fleet.close()
    await db.destroy()
    await service.stop()
    await platform.leave()
  }
}
