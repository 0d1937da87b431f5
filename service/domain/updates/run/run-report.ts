import { z } from 'zod'
import type { ItemResults } from '../../../operation/item-results.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { SiteError, type SiteRow } from '../../sites/index.ts'
import { updateTypes } from '../update.ts'
import { Backup } from './backup-check.ts'
import type { Verdict } from './gates/gate-types.ts'
import { HomepageCheck } from './homepage-health.ts'
import { Health, isNothingToDo, type UpdateOutcome, UpdateResult } from './update-outcome.ts'

/** The result of one run on one site. */
export interface SiteRunResult {
  site: SiteRow
  outcomes: UpdateOutcome[]
  health: Health | null
  /** What the gates say; null when nothing was sent. */
  verdict: Verdict | null
  /** The checks are repeated until then; null: they are not. */
  watchedUntil: Date | null
  checks: { before: HomepageCheck | null; after: HomepageCheck | null }
  backup: Backup | null
}

const siteFields = { site_id: z.int(), site_url: z.string(), site_name: z.string() }

/** An installed update; the versions were read back from the site. */
export const UpdatedItem = z.object({
  ...siteFields,
  type: z.enum(updateTypes),
  slug: z.string(),
  name: z.string(),
  old_version: z.string(),
  new_version: z.string(),
  health: Health.nullable().describe('The homepage after the updates; null when it was not checked.'),
})
export type UpdatedItem = z.output<typeof UpdatedItem>

/** An error of an item, or of a site as a whole. */
export const UpdateError = SiteError.extend({
  type: z.enum([...updateTypes, 'site']).optional(),
  slug: z.string().optional(),
  name: z.string().optional(),
  result: UpdateResult.optional(),
  old_version: z.string().optional(),
  new_version: z.string().optional(),
})
export type UpdateError = z.output<typeof UpdateError>

/** The condition of a site after its updates. */
export const SiteCondition = z.object({
  ...siteFields,
  health: Health.nullable().describe(
    'ok, degraded or down; null when check_http_response is off or the site could not be checked.',
  ),
  checks: z.object({ before: HomepageCheck.nullable(), after: HomepageCheck.nullable() }),
  backup: Backup.nullable().describe('Null when backup_before_upgrade is off.'),
  watched_until: timestamp
    .nullable()
    .optional()
    .describe('The checks are repeated until then, and what breaks the site is rolled back. Null: they are not.'),
})

/** Everything about the updates of one site. */
export const SiteReport = SiteCondition.extend({
  updated: z.array(UpdatedItem),
  errors: z.array(UpdateError),
  total_updated: z.int(),
  total_errors: z.int(),
})
export type SiteReport = z.output<typeof SiteReport>

export function toSiteReport({ site, outcomes, health, checks, backup, watchedUntil }: SiteRunResult): SiteReport {
  const fields = { site_id: site.id, site_url: site.url, site_name: site.name }
  const errors = outcomes
    .filter(({ result }) => result !== 'updated')
    .map((outcome) => ({ ...fields, ...toItemError(outcome) }))
  const updated = outcomes
    .filter(({ result }) => result === 'updated')
    .map(({ type, slug, name, from, to }) => {
      return { ...fields, type, slug, name, old_version: from, new_version: to, health }
    })
  return {
    ...fields,
    updated,
    errors,
    total_updated: updated.length,
    total_errors: errors.length,
    health,
    checks,
    backup,
    watched_until: isoTime(watchedUntil),
  }
}

const toItemError = ({ type, slug, name, from, to, result, code, message }: UpdateOutcome) => ({
  identifier: slug,
  type,
  slug,
  name,
  result,
  old_version: from,
  new_version: to,
  code: code ?? 'svc_update_failed',
  message: message ?? `${name} was not updated.`,
})

/** The results of a run on one site: its items are updates. */
export const toUpdateResults = ({ updated, errors }: ReportedItems): ItemResults => ({
  done: updated.length,
  errors: errors.filter((error) => !isNothingToDo(error)),
  label: ['update installed', 'updates installed'],
})

interface ReportedItems {
  updated: readonly UpdatedItem[]
  errors: readonly UpdateError[]
}

/** The results of a run on many sites: its items are sites. A requested item that no site has counts like a site. */
export function toRunResults({ updated, errors }: ReportedItems): ItemResults {
  const touched = new Set<number | string>(updated.map(({ site_id }) => site_id))
  const failed = new Map<number | string, UpdateError>()
  for (const error of errors) {
    const key = error.site_id ?? error.identifier
    if (!isNothingToDo(error) && !failed.has(key)) failed.set(key, error)
  }
  const partial = [...failed.keys()].filter((key) => touched.has(key)).length
  return {
    done: touched.size - partial,
    partial,
    errors: [...failed.values()],
    label: ['site updated', 'sites updated'],
  }
}

export const RunSummary = z.object({ total_updated: z.int(), total_errors: z.int(), sites_updated: z.int() })

export function summarizeRun(updated: readonly UpdatedItem[], errors: readonly UpdateError[]) {
  const sites = new Set(updated.map(({ site_id }) => site_id))
  return { total_updated: updated.length, total_errors: errors.length, sites_updated: sites.size }
}

export const toSiteCondition = ({
  site_id,
  site_url,
  site_name,
  health,
  checks,
  backup,
  watched_until,
}: SiteReport) => {
  return { site_id, site_url, site_name, health, checks, backup, watched_until }
}
