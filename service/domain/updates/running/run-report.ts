import { z } from 'zod'
import { SiteError } from '../../sites/index.ts'
import { updateTypes } from '../update.ts'
import { Backup } from './backup.ts'
import { Health, type ItemOutcome, UpdateResult } from './outcome.ts'
import type { SiteRun } from './run-on-site.ts'

const ofSite = { site_id: z.int(), site_url: z.string(), site_name: z.string() }

/** An update that was installed; the versions were read back from the site. */
export const UpdatedItem = z.object({
  ...ofSite,
  type: z.enum(updateTypes),
  slug: z.string(),
  name: z.string(),
  old_version: z.string(),
  new_version: z.string(),
  health: Health.nullable().describe('What the front page said afterwards; null when nobody looked.'),
})
export type UpdatedItem = z.output<typeof UpdatedItem>

/** What did not go well: of an item, or of a site as a whole. */
export const UpdateError = SiteError.extend({
  site_name: z.string().optional(),
  type: z.enum([...updateTypes, 'site']).optional(),
  slug: z.string().optional(),
  name: z.string().optional(),
  result: UpdateResult.optional(),
  old_version: z.string().optional(),
  new_version: z.string().optional(),
})
export type UpdateError = z.output<typeof UpdateError>

const HomepageCheck = z.object({
  http_status: z.int().describe('0: no answer came.'),
  fatal_error: z.boolean(),
  blank: z.boolean(),
})

/** How a site is after its updates. */
export const SiteCondition = z.object({
  ...ofSite,
  health: Health.nullable().describe('ok, degraded or down by its front page; null when check_http_response is off.'),
  checks: z.object({ before: HomepageCheck.nullable(), after: HomepageCheck.nullable() }),
  backup: Backup.nullable().describe('Null when backup_before_upgrade is off.'),
})

/** All that came of the updates of one site. */
export const SiteReport = SiteCondition.extend({
  updated: z.array(UpdatedItem),
  errors: z.array(UpdateError),
  total_updated: z.int(),
  total_errors: z.int(),
})
export type SiteReport = z.output<typeof SiteReport>

export function reportOf({ site, outcomes, health, checks, backup }: SiteRun): SiteReport {
  const which = { site_id: site.id, site_url: site.url, site_name: site.name }
  const done = outcomes.filter(({ result }) => result === 'updated')
  const errors = outcomes
    .filter(({ result }) => result !== 'updated')
    .map((outcome) => ({ ...which, ...errorOf(outcome) }))
  const updated = done.map(({ type, slug, name, from, to }) => {
    return { ...which, type, slug, name, old_version: from, new_version: to, health }
  })
  return {
    ...which,
    updated,
    errors,
    total_updated: updated.length,
    total_errors: errors.length,
    health,
    checks,
    backup,
  }
}

const errorOf = ({ type, slug, name, from, to, result, code, message }: ItemOutcome) => ({
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

export const RunSummary = z.object({ total_updated: z.int(), total_errors: z.int(), sites_updated: z.int() })

export function summaryOfRun(updated: readonly UpdatedItem[], errors: readonly UpdateError[]) {
  const sites = new Set(updated.map(({ site_id }) => site_id))
  return { total_updated: updated.length, total_errors: errors.length, sites_updated: sites.size }
}

export const conditionOf = ({ site_id, site_url, site_name, health, checks, backup }: SiteReport) => {
  return { site_id, site_url, site_name, health, checks, backup }
}
