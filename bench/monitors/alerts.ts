/** Time from an outage of a site to the alert about it, with the real clock: some of many sites fail, and a webhook receives the events. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../service/platform/config.ts'
import { type Database, openDatabase } from '../../service/platform/database/database.ts'
import { migrate } from '../../service/platform/database/migrate.ts'
import { openPlatform } from '../../service/platform.ts'
import { startService } from '../drills/service-process.ts'
import { seedMonitors } from '../monitors.ts'
import { startFleetProcess, type Visit } from './fleet-process.ts'

const monitors = 400
const outages = 40
const intervalSeconds = 60
const longestWaitMs = 240_000
const API_KEY = 'the key of the benchmark that is long enough'

interface Alert {
  site: number
  at: number
}

export async function measureAlerts(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flotilla-alerts-'))
  const [fleet, platform] = await Promise.all([
    startFleetProcess(monitors),
    openPlatform(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })),
  ])
  const db = openDatabase(platform.connection)
  const alerts: Alert[] = []
  const receiver = await receiveAlerts(alerts)
  try {
    await migrate(db.pool)
    await seedMonitors(db, fleet, { monitors, intervalSeconds })
    const service = await startService({ DATA_DIR: dataDir, ALLOW_NETWORKS: '127.0.0.0/8', API_KEY })
    try {
      // A start with a new key stops monitoring.
      await call(service.url, 'PUT', '/settings/monitoring/edit', { svc_uptime_monitoring_active: 1 })
      await call(service.url, 'POST', '/webhooks', { url: receiver.url, types: ['monitor.down'] })
      await untilAllAnswered(db)
      const every = monitors / outages
      const failing = Array.from({ length: outages }, (_, index) => index * every + 1)
      await fleet.visits()
      const began = await fleet.fail(failing)
      await untilReceived(alerts)
      return describe(alerts, began, await fleet.visits())
    } finally {
      await service.stop()
    }
  } finally {
    receiver.close()
    fleet.stop()
    await db.destroy()
    await platform.leave()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function receiveAlerts(alerts: Alert[]) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { type, site } = JSON.parse(Buffer.concat(chunks).toString())
    // An event can be delivered twice.
    if (type === 'monitor.down' && !alerts.some((alert) => alert.site === site.id))
      alerts.push({ site: site.id, at: Date.now() })
    response.statusCode = 204
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/alerts`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function call(url: string, method: string, path: string, body: object): Promise<void> {
  const response = await fetch(`${url}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
}

/** A site that never answered is not reported as down. */
async function untilAllAnswered(db: Database): Promise<void> {
  const deadline = performance.now() + longestWaitMs
  const since = new Date()
  for (;;) {
    const { rows } = await db.pool.query<{ count: number }>(
      `select count(*)::int from monitors where status = 'up' and checked_at > $1`,
      [since],
    )
    if (rows[0]?.count === monitors) return
    if (performance.now() > deadline) throw new Error(`Only ${rows[0]?.count} of ${monitors} sites were checked.`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

async function untilReceived(alerts: Alert[]): Promise<void> {
  const deadline = performance.now() + longestWaitMs
  while (alerts.length < outages) {
    if (performance.now() > deadline) throw new Error(`Only ${alerts.length} of ${outages} alerts were received.`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function describe(alerts: Alert[], began: number, visits: Visit[]): string[] {
  const waits = alerts.map(({ at }) => at - began)
  // The check that confirmed the outage is the last one before the alert.
  const sent = alerts.map(
    ({ site, at }) => at - Math.max(...visits.filter((v) => v[0] === site && v[1] <= at).map((v) => v[1])),
  )
  const at = (values: number[], part: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return [
    `outage to alert by webhook, ${outages} of ${monitors} sites fail, checks every ${intervalSeconds} s, confirmed by a second check after 20 s: ` +
      `p50 ${seconds(at(waits, 0.5))} s, longest ${seconds(at(waits, 1))} s`,
    `from the check that confirms the outage to the alert: p50 ${Math.round(at(sent, 0.5))} ms, longest ${Math.round(at(sent, 1))} ms`,
  ]
}
