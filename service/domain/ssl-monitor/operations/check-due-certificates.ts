import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { QueuedSites } from '../../jobs/index.ts'
import { planDueSites, queueDueSites, type SiteSchedule } from '../../sites/index.ts'
import { deleteChecksOfFormerAddresses } from '../check-store.ts'
import { checkSiteCertificate } from './check-site-certificate.ts'

const schedule: SiteSchedule = { kind: 'certificate', periodSeconds: 86_400, firstRun: 'now', sites: 'all' }

export const checkDueCertificates = operation({
  name: 'check-due-certificates',
  summary: 'Queue checks of the certificates that are due; the schedule runs this every few minutes.',
  effect: 'change',
  idempotent: true,
  audit: 'one-transaction',
  permission: 'settings.manage',
  requires: 'ssl-monitor',
  input: z.strictObject({}),
  output: QueuedSites,
})
  .plans((_input, context) => planDueSites(context, schedule))
  .does((_input, context) =>
    queueDueSites(context, schedule, {
      limit: 1_000,
      jobKind: 'ssl-check',
      operation: checkSiteCertificate,
      takeMovedSites: deleteChecksOfFormerAddresses,
    }),
  )
