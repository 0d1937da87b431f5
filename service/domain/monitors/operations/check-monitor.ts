import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { timestamp } from '../../../operation/shapes.ts'
import { SiteRef } from '../../sites/index.ts'
import { checkNow } from '../check-now.ts'
import { briefMonitor } from '../describe-monitor.ts'
import { MonitorStatus } from '../monitor.ts'
import { requireMonitor } from '../require-monitor.ts'

export const checkMonitor = operation({
  name: 'check-monitor',
  summary: 'Check a site now, as its monitor does. A paused monitor shows the result but keeps its status.',
  effect: 'change',
  permission: 'monitors.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    monitor_id: z.int(),
    url: z.string(),
    uptime_status: z.enum(['up', 'down', 'pending']).describe('pending: failed, will be checked again soon.'),
    last_status: MonitorStatus,
    http_code: z.int(),
    ping_ms: z.int(),
    dns_ms: z.int(),
    connect_ms: z.int(),
    tls_ms: z.int(),
    first_byte_ms: z.int(),
    msg: z.string(),
    time: timestamp,
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const monitor = await requireMonitor(context, site_id_or_domain)
    return { monitor_id: monitor.id, would_affect: [briefMonitor(monitor)] }
  })
  .does(({ site_id_or_domain }, context) => checkNow(context, site_id_or_domain))
