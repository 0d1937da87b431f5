import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { briefMonitor } from '../describe-monitor.ts'
import { MonitorBrief } from '../monitor.ts'
import { requireMonitor } from '../require-monitor.ts'

export const getMonitorBasic = operation({
  name: 'get-monitor-basic',
  summary: 'Show the status of the uptime monitor of a site.',
  effect: 'read',
  permission: 'monitors.read',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: MonitorBrief,
  aliases: { site_id: 'site_id_or_domain' },
}).does(async ({ site_id_or_domain }, context) => briefMonitor(await requireMonitor(context, site_id_or_domain)))
