import { z } from 'zod'
import { type ErrorCode, ServiceError } from '../../../operation/errors.ts'
import { operation } from '../../../operation/operation.ts'
import { SiteRef } from '../../sites/index.ts'
import { Backup } from '../run/backup-check.ts'
import { planSiteRun } from '../run/plan-run.ts'
import { runSiteUpdates } from '../run/run-site-updates.ts'
import { Health, type UpdateOutcome } from '../run/update-outcome.ts'

const core = { types: ['core' as const], slugs: [] }

export const updateSiteCore = operation({
  name: 'update-site-core',
  ability: 'svc/update-site-core-v1',
  category: 'svc-updates',
  summary: 'Update WordPress itself on a site. When there is nothing to do or the update is ignored, updated is false.',
  effect: 'change',
  permission: 'updates.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    site_name: z.string(),
    updated: z.boolean(),
    old_version: z.string(),
    new_version: z.string(),
    health: Health.nullable(),
    backup: Backup.nullable(),
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(({ site_id_or_domain }, context) => planSiteRun(context, site_id_or_domain, core))
  .does(async ({ site_id_or_domain }, context) => {
    const { site, outcomes, health, backup } = await runSiteUpdates(context, site_id_or_domain, core)
    const outcome = outcomes[0]
    if (outcome && !['updated', 'not_needed'].includes(outcome.result)) throw coreNotUpdated(site, outcome, health)
    return {
      site_id: site.id,
      site_url: site.url,
      site_name: site.name,
      updated: outcome?.result === 'updated',
      old_version: outcome?.from ?? site.wp_version,
      new_version: outcome?.to ?? site.wp_version,
      health,
      backup,
    }
  })

const coreNotUpdated = (site: { id: number; url: string }, outcome: UpdateOutcome, health: Health | null) =>
  new ServiceError(
    // Every stored code was an ErrorCode.
    (outcome.code ?? 'svc_update_failed') as ErrorCode,
    'child-error',
    outcome.message ?? `WordPress was not updated on ${site.url}.`,
    { site_id: site.id, result: outcome.result, old_version: outcome.from, new_version: outcome.to, health },
  )
