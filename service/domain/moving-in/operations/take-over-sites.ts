import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { startJob } from '../../jobs/index.ts'
import { SiteRefs } from '../../sites/index.ts'
import { queueMoveMail } from '../move-mail.ts'
import { requirePerson } from '../require-person.ts'
import { selectForTakeover } from '../takeover/take-over.ts'
import { takeOverSite } from './take-over-site.ts'

const listed = 1_000

export const takeOverSites = operation({
  name: 'take-over-sites',
  summary:
    'Replace the keys of imported sites, by name or by tag, so that the other dashboard can no longer use them. Runs as a job with a result per site; a site whose key cannot be replaced keeps the old one. Retry the failed sites with the same call or with the job.',
  effect: 'destroy',
  idempotent: true,
  audit: 'own-transaction',
  stepUp: true,
  permission: 'move-in.manage',
  input: z.strictObject({
    site_ids_or_domains: SiteRefs.default([]),
    tag_ids: z.array(z.int().min(1)).max(100).default([]).describe('All imported sites with one of these tags.'),
    exclude: SiteRefs.default([]),
  }),
  output: z.object({
    job_id: z.string().nullable().describe('null: no site is left to take over.'),
    sites: z.int(),
    skipped: z
      .array(
        z.object({
          site_id: z.int(),
          site_url: z.string(),
          site_name: z.string(),
          code: z.string(),
          message: z.string(),
        }),
      )
      .describe('The first thousand.'),
  }),
  subject: ({ site_ids_or_domains, tag_ids }) => `${site_ids_or_domains.length} sites, tags ${tag_ids.join(', ')}`,
})
  .plans(async (input, context) => {
    requirePerson(context.actor)
    const { sites, skipped } = await selectForTakeover(context, input)
    return {
      would_affect: sites.slice(0, listed).map(({ site_id, name, url }) => ({ id: site_id, name, url })),
      count: sites.length,
      warnings: skipped.slice(0, listed).map(({ site_name, message }) => `${site_name}: ${message}`),
    }
  })
  .does(async (input, context) => {
    const { db, actor, recordChange } = context
    requirePerson(actor)
    return db.transaction().execute(async (trx) => {
      const { sites, skipped } = await selectForTakeover(context, input)
      const targets = sites.map(({ site_id, name, url }) => ({
        siteId: site_id,
        label: name || url,
        input: { site_id },
      }))
      const order = { kind: 'takeover', operation: takeOverSite, targets, skipped, needsPerson: true }
      const job = targets.length === 0 ? null : await startJob(context, order, trx)
      if (job) await queueMoveMail(context, trx, 'sites-taken-over')
      await recordChange(trx)
      return {
        job_id: job === null ? null : String(job.id),
        sites: sites.length,
        skipped: skipped.slice(0, listed),
      }
    })
  })
