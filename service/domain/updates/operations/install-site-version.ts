import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { requirePersonOrSystem } from '../../../operation/require-person-or-system.ts'
import { directoryNameOf, packageAddress } from '../../installs/index.ts'
import { requireSite, SiteRef, siteDisconnected } from '../../sites/index.ts'
import { StepEvidence } from '../run/gates/step-evidence.ts'
import { describeInstallation, installVersionChecked } from '../run/install-version-checked.ts'
import { UpdateResult } from '../run/update-outcome.ts'

const onlyPersons =
  'Only a person with a session of the dashboard can confirm the source of an item. Leave out confirm_source, or install the item in WordPress.'

export const installSiteVersion = operation({
  name: 'install-site-version',
  summary:
    'Install a version of a plugin or theme from the public directory: newly, again, or an older one, with the same checks, guard and rollback as an update. What a newer version changed in the database stays.',
  effect: 'destroy',
  permission: 'software.manage',
  stepUp: true,
  input: z.strictObject({
    site_id_or_domain: SiteRef,
    type: z.enum(['plugin', 'theme']),
    slug: z
      .string()
      .min(1)
      .max(200)
      .describe('The file of an installed plugin, the slug of a theme, or the name in the public directory.')
      .meta({ examples: ['akismet/akismet.php'] }),
    version: z
      .string()
      .regex(/^[0-9A-Za-z][0-9A-Za-z._+-]{0,39}$/)
      .optional()
      .describe('The newest one if it is omitted.')
      .meta({ examples: ['5.3'] }),
    activate: z.boolean().default(false).describe('Activate a plugin after its installation.'),
    confirm_source: z
      .boolean()
      .default(false)
      .describe(
        'Install it although the installed copy is not known to come from the public directory. Not with an API key.',
      ),
  }),
  output: z.object({
    site_id: z.int(),
    site_url: z.string(),
    type: z.enum(['plugin', 'theme']),
    slug: z.string(),
    name: z.string(),
    old_version: z.string().nullable(),
    version: z.string().nullable().describe('Installed now.'),
    outcome: z.enum(['done', 'failed', 'unknown']),
    result: UpdateResult,
    code: z.string().nullable(),
    message: z.string(),
    evidence: StepEvidence.nullable().describe('What was checked before and after. Null: nothing was sent.'),
  }),
  results: ({ outcome, slug, code, message }) => ({
    done: outcome === 'done' ? 1 : 0,
    errors: outcome === 'done' ? [] : [{ identifier: slug, code: code ?? 'svc_outcome_unknown', message }],
    label: ['item installed', 'items installed'],
  }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain, type, slug, version }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const name = directoryNameOf(type, slug)
    const url = name === null ? null : packageAddress(type, name, version ?? null)
    const warnings = site.connection === 'connected' ? [] : [siteDisconnected(site).message]
    if (url === null) warnings.push(`The public directory has no ${type} with the name ${slug}.`)
    const would_affect = warnings.length === 0 ? [{ type, slug, version: version ?? null, package: url }] : []
    return { site_id: site.id, site_url: site.url, would_affect, warnings }
  })
  .does(async ({ site_id_or_domain, confirm_source, type, version, ...item }, context) => {
    const { id } = await requireSite(context, site_id_or_domain)
    if (confirm_source) requirePersonOrSystem(context.actor, onlyPersons)
    const work = async () => {
      const site = await requireSite(context, id)
      const requested = { ...item, type, version: version ?? null, confirmed: confirm_source }
      const { outcome, evidence, oldVersion } = await installVersionChecked(context, site, requested)
      const subject = { site_id: site.id, site_url: site.url, type, old_version: oldVersion }
      return { ...subject, evidence, ...describeInstallation(outcome) }
    }
    // The slot before the lock, as for updates.
    const caller = context.jobId === null ? 'person' : 'job'
    return context.updateSlots.hold(caller, () => context.siteLocks.hold(id, work))
  })
