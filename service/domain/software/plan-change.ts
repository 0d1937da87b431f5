import type { Context } from '../../operation/context.ts'
import type { ErrorCode } from '../../operation/errors.ts'
import type { Plan } from '../../operation/operation.ts'
import type { SoftwareAction } from '../../platform/connector/outcomes.ts'
import { requireSite, type SiteRef, siteDisconnected } from '../sites/index.ts'
import { listSiteSoftware } from './site-software-store.ts'
import { type Item, type ItemWithUpdate, type SoftwareKind, toPluginEntry, toThemeEntry } from './software.ts'

export interface Refusal {
  code: ErrorCode
  message: string
}

/** A change of plugins or themes. */
export interface RequestedChange {
  kind: SoftwareKind
  action: SoftwareAction
  /** Deletes a plugin although it is active. */
  force?: boolean | undefined
}

/** Why a change is never sent to a site; null when it may be sent. */
export function refusalOf({ kind, action, force = false }: RequestedChange, item: Item): Refusal | null {
  const refuse = (code: ErrorCode, reason: string) => ({ code, message: `${item.name} ${reason}` })
  if (action === 'activate') return null
  if (item.is_connector)
    return refuse('svc_is_connector', `is the connector; Flotilla could not manage the site without it.`)
  if (item.must_use)
    return refuse('svc_must_use', `is a must-use plugin: always active, and only removed on the server itself.`)
  if (action === 'deactivate') return null
  if (kind === 'theme' && item.active)
    return refuse('svc_theme_active', 'is the active theme and cannot be deleted; activate another theme first.')
  if (item.parent_of_active)
    return refuse('svc_theme_active', 'is the parent of the active theme and cannot be deleted.')
  if (item.active && !force)
    return refuse('svc_plugin_active', 'is active. Deactivate it first, or send force: true to delete it anyway.')
  return null
}

export const notInstalled = (slug: string): Refusal => ({
  code: 'svc_not_installed',
  message: `${slug} is not installed on the site.`,
})

/** The dry run, from stored data: no site is called. */
export async function planSoftwareChange(
  context: Pick<Context, 'db' | 'actor'>,
  ref: SiteRef,
  change: RequestedChange & { slugs: readonly string[] },
): Promise<Plan> {
  const site = await requireSite(context, ref)
  const installed = new Map((await listSiteSoftware(context.db, site.id, change.kind)).map((item) => [item.slug, item]))
  const affected: ItemWithUpdate[] = []
  const warnings = site.connection === 'connected' ? [] : [siteDisconnected(site).message]
  for (const slug of new Set(change.slugs)) {
    const item = installed.get(slug)
    const obstacle = item ? (refusalOf(change, item)?.message ?? alreadyDone(change, item)) : notKnown(slug)
    if (obstacle) warnings.push(obstacle)
    if (!item || obstacle) continue
    affected.push(item)
    if (item.active && change.action === 'delete')
      warnings.push(`${item.name} is active; it would be deactivated first.`)
  }
  const entries = change.kind === 'plugin' ? affected.map(toPluginEntry) : affected.map(toThemeEntry)
  const would_affect = site.connection === 'connected' ? entries : []
  return { site_id: site.id, site_url: site.url, would_affect, warnings }
}

const notKnown = (slug: string) => `${slug} was not on the site at its last sync. Sync the site to make sure.`

export function alreadyDone({ action }: RequestedChange, { name, active }: Item): string | undefined {
  if (action === 'activate' && active) return `${name} is already active.`
  if (action === 'deactivate' && !active) return `${name} is already inactive.`
  return undefined
}
