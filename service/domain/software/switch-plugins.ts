import { z } from 'zod'
import type { Context } from '../../operation/context.ts'
import type { ItemFailure, ItemResults } from '../../operation/item-results.ts'
import { recordOf } from '../../platform/typed-keys.ts'
import { SiteRef } from '../sites/index.ts'
import { switchPlugins } from './change-software.ts'
import { planSoftwareChange } from './plan-change.ts'
import { PluginEntry, PluginSlugs, SiteSummary, SoftwareError, toPluginEntry, toSiteSummary } from './software.ts'

const Input = z.strictObject({ site_id_or_domain: SiteRef, slugs: PluginSlugs })
type Input = z.output<typeof Input>

/** Activating and deactivating plugins differ only in the action and in the name of the list of slugs (`activated`). */
export const pluginSwitch = <const Field extends string>(action: 'activate' | 'deactivate', field: Field) => {
  const slugs = recordOf([field], () => z.array(z.string()).describe('Slugs.'))
  return {
    input: Input,
    output: z.object({
      site_id: z.int(),
      site_url: z.string(),
      site: SiteSummary,
      plugins: z.array(PluginEntry).describe('The same plugins, as they are now.'),
      errors: z.array(SoftwareError),
      ...slugs,
    }),
    results: ({ plugins, errors }: { plugins: readonly unknown[]; errors: readonly ItemFailure[] }): ItemResults => ({
      done: plugins.length,
      errors,
      label: [`plugin ${field}`, `plugins ${field}`],
    }),
    plan: ({ site_id_or_domain, slugs }: Input, context: Context) =>
      planSoftwareChange(context, site_id_or_domain, { kind: 'plugin', action, slugs }),
    run: async ({ site_id_or_domain, slugs }: Input, context: Context) => {
      const { site, items, errors } = await switchPlugins(context, site_id_or_domain, action, slugs)
      const switched = recordOf([field], () => items.map(({ slug }) => slug))
      return {
        site_id: site.id,
        site_url: site.url,
        site: toSiteSummary(site),
        plugins: items.map(toPluginEntry),
        errors,
        ...switched,
      }
    },
  }
}
