import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requirePersonOrSystem } from '../../../operation/require-person-or-system.ts'
import { requireSite, SiteRef, siteDisconnected, siteSuspended } from '../../sites/index.ts'
import { StepEvidence, UpdateResult } from '../../updates/index.ts'
import { publicUrlProblem } from '../download-address.ts'
import { installPackageOn } from '../install-package-on.ts'
import { packageNotFound } from '../package-errors.ts'
import { findPackage } from '../package-store.ts'

const onlyPersons =
  'Only a person with a session of the dashboard can confirm that other software is replaced. Leave out confirm_source.'

export const installPackage = operation({
  name: 'install-package',
  summary:
    'Install an uploaded zip file on a site, over the installed version or newly, with the same checks, guard and rollback as an update.',
  effect: 'destroy',
  permission: 'software.manage',
  stepUp: true,
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    package_id: z.int().min(1),
    activate: z.boolean().default(false).describe('Activate a plugin after its installation.'),
    confirm_source: z
      .boolean()
      .default(false)
      .describe('Install it although it replaces software with another name or author. Not with an API key.'),
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    package_id: z.int(),
    type: z.enum(['plugin', 'theme']),
    slug: z.string(),
    name: z.string(),
    old_version: z.string().nullable().describe('Null: it was not installed.'),
    version: z.string().nullable().describe('Installed now.'),
    result: UpdateResult,
    code: z.string().nullable(),
    message: z.string(),
    evidence: StepEvidence.nullable().describe('What was checked before and after.'),
  }),
  results: ({ result, slug, code, message }) => ({
    done: result === 'updated' ? 1 : 0,
    errors: result === 'updated' ? [] : [{ identifier: slug, code: code ?? 'svc_outcome_unknown', message }],
    label: ['item installed', 'items installed'],
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain, package_id }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const found = await findPackage(context.db, package_id, context.actor)
    if (!found) throw packageNotFound(package_id)
    const { type, slug, name, version } = found
    const refusal =
      site.suspended_by !== 'none' ? siteSuspended(site) : site.connection !== 'connected' && siteDisconnected(site)
    const problem = publicUrlProblem(context)
    const isPossible = !refusal && context.publicUrl !== null
    const warnings = [...(refusal ? [refusal.message] : []), ...(problem ? [problem] : [])]
    const would_affect = isPossible ? [{ package_id, type, slug, name, version }] : []
    return { site_id: site.id, site_url: site.url, would_affect, warnings }
  })
  .does(async ({ site_id_or_domain, package_id, activate, confirm_source }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    if (confirm_source) requirePersonOrSystem(context.actor, onlyPersons)
    const found = await findPackage(context.db, package_id, context.actor)
    if (!found) throw packageNotFound(package_id)
    // The slot before the lock, as for updates.
    const caller = context.jobId === null ? 'person' : 'job'
    return context.updateSlots.hold(caller, () =>
      context.siteLocks.hold(id, async () => {
        const site = await requireSite(context, id)
        const installed = await installPackageOn(context, site, found, { activate, isConfirmed: confirm_source })
        return { site_id: site.id, site_url: site.url, package_id, type: found.type, ...installed }
      }),
    )
  })
