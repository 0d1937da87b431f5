import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { isoTime } from '../../../operation/shapes.ts'
import { present } from '../../../platform/present.ts'
import { listSitesInMaintenance } from '../../maintenance/index.ts'
import { SiteRef } from '../../sites/index.ts'
import { describeMonitors } from '../describe-monitor.ts'
import { describeBeat, readBeats, readTimeSpan } from '../heartbeats.ts'
import { MonitorDetail } from '../monitor.ts'
import { requireMonitor } from '../require-monitor.ts'

const latestHeartbeats = 100

export const getMonitor = operation({
  name: 'get-monitor',
  summary: 'Show the uptime monitor of a site with its figures and latest checks.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: MonitorDetail,
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => {
  const { db, clock } = context
  const monitor = await requireMonitor(context, site_id_or_domain)
  const now = clock.now()
  const [described, beats, maintenance] = await Promise.all([
    describeMonitors(context, [monitor]),
    readBeats(db, monitor.id, readTimeSpan('24h', undefined, now)),
    listSitesInMaintenance(db, [monitor.id], now),
  ])
  const heartbeats = beats.slice(0, latestHeartbeats).map((beat) => describeBeat(monitor.id, beat))
  const current = maintenance.get(monitor.id)
  return {
    ...present(described[0], 'the described monitor'),
    address: monitor.address,
    heartbeats,
    maintenance: current ? { title: current.title, ends_at: isoTime(current.endsAt) } : null,
  }
})
