import type { Context } from '../../operation/context.ts'
import type { Plan } from '../../operation/operation.ts'
import { requireSite, type SiteRef, siteDisconnected } from '../sites/index.ts'
import { refusalOf, type WantedChange } from './refusals.ts'
import { softwareOfSite } from './site-software-store.ts'
import { type ItemWithUpdate, toPluginEntry, toThemeEntry } from './software.ts'

/** What a dry run answers, from what is stored: no site is asked. */
export async function planChange(
  context: Pick<Context, 'db' | 'actor'>,
  ref: SiteRef,
  wanted: WantedChange & { slugs: readonly string[] },
): Promise<Plan> {
  const site = await requireSite(context, ref)
  const installed = new Map((await softwareOfSite(context.db, site.id, wanted.kind)).map((item) => [item.slug, item]))
  const touched: ItemWithUpdate[] = []
  const warnings = site.connection === 'connected' ? [] : [siteDisconnected(site).message]
  for (const slug of new Set(wanted.slugs)) {
    const item = installed.get(slug)
    const obstacle = item ? (refusalOf(wanted, item)?.message ?? alreadySo(wanted, item)) : unknown(slug)
    if (obstacle) warnings.push(obstacle)
    else touched.push(item!)
    if (item?.active && wanted.action === 'delete' && !obstacle)
      warnings.push(`${item.name} is active; it would be deactivated first.`)
  }
  const entries = wanted.kind === 'plugin' ? touched.map(toPluginEntry) : touched.map(toThemeEntry)
  const would_affect = site.connection === 'connected' ? entries : []
  return { site_id: site.id, site_url: site.url, would_affect, warnings }
}

const unknown = (slug: string) => `${slug} was not on the site when it was last looked at; sync it to be sure.`

function alreadySo({ action }: WantedChange, { name, active }: ItemWithUpdate): string | undefined {
  if (action === 'activate' && active) return `${name} is active already.`
  if (action === 'deactivate' && !active) return `${name} is inactive already.`
  return undefined
}
