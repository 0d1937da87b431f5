import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { page, paged, perPage } from '../../../operation/shapes.ts'
import { JobId } from '../../jobs/index.ts'
import { requireSite, SiteRef } from '../../sites/index.ts'
import { listCheckSummaries } from '../run/gates/update-check-store.ts'
import { toUpdateHistoryEntry, UpdateHistoryEntry } from '../run/update-history-entry.ts'
import { countedHistory, listHistory } from '../run/update-history-store.ts'
import { Health, UpdateResult } from '../run/update-outcome.ts'
import { RestTypeNames, Slugs, typesOf } from '../update-entry.ts'

const moment = z.iso.datetime({ offset: true }).optional()
const asDate = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

export const listUpdateHistory = operation({
  name: 'list-update-history',
  summary: `List every installed or attempted update, newest first, with user, time, versions and result; total counts up to ${countedHistory.toLocaleString('en')}.`,
  effect: 'read',
  permission: 'updates.read',
  input: z.strictObject({
    page,
    per_page: perPage(50, 100),
    site_id_or_domain: SiteRef.optional(),
    type: RestTypeNames.default([]),
    slugs: Slugs.default([]),
    results: z.array(UpdateResult).default([]),
    health: Health.optional(),
    automatic: z.boolean().optional(),
    job_id: JobId.optional(),
    watching: z.boolean().default(false).describe('Only updates of sites whose checks are still repeated.'),
    amended: z.boolean().default(false).describe('Only updates with later findings.'),
    since: moment.describe('Not before this time.'),
    until: moment.describe('Before this time.'),
  }),
  output: paged(UpdateHistoryEntry),
  aliases: { site_id: 'site_id_or_domain', slug: 'slugs', result: 'results' },
}).does(async ({ page, per_page, site_id_or_domain: ref, type, job_id, since, until, ...rest }, context) => {
  const { db, actor } = context
  const site = ref === undefined ? undefined : await requireSite(context, ref)
  const filter = {
    ...rest,
    types: type.length === 0 ? [] : typesOf(type),
    siteIds: site && [site.id],
    jobId: job_id === undefined ? undefined : Number(job_id),
    from: asDate(since),
    to: asDate(until),
    limits: actor.limits,
  }
  const { rows, total } = await listHistory(db, filter, { page, perPage: per_page })
  const runs = [...new Set(rows.map(({ run }) => run))]
  const checks = new Map((await listCheckSummaries(db, runs)).map((check) => [check.run, check]))
  return { items: rows.map((row) => toUpdateHistoryEntry(row, checks.get(row.run))), page, per_page, total }
})
