import type { ErrorCode } from '../../operation/errors.ts'
import type { SoftwareAction } from '../../platform/connector/outcomes.ts'
import type { Item, SoftwareKind } from './software.ts'

export interface Refusal {
  code: ErrorCode
  message: string
}

export interface WantedChange {
  kind: SoftwareKind
  action: SoftwareAction
  /** Deletes a plugin although it is active. */
  force?: boolean | undefined
}

/** What we do not even ask of a site; null when it may be tried. */
export function refusalOf({ kind, action, force = false }: WantedChange, item: Item): Refusal | null {
  const refuse = (code: ErrorCode, reason: string) => ({ code, message: `${item.name} ${reason}` })
  if (action === 'activate') return null
  if (item.is_connector)
    return refuse('svc_is_connector', `is the connector; without it the site could not be managed.`)
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
