import type { SoftwareHeaders } from '../../platform/connector/parts/guard.ts'
import { isSlug } from '../../platform/connector/reading/slugs.ts'

export type InstallableType = 'plugin' | 'theme'

export const directoryHost = 'downloads.wordpress.org'
const directorySlug = /^[a-z0-9][a-z0-9-]{0,199}$/
const packageVersion = /^[0-9A-Za-z][0-9A-Za-z._+-]{0,39}$/

/** The name of an item in the public directory: the folder of a plugin, the slug of a theme. Null if it can have none. */
export function directoryNameOf(type: InstallableType, slug: string): string | null {
  if (!isSlug(type, slug) && !directorySlug.test(slug)) return null
  const name = type === 'plugin' ? (slug.split('/')[0] ?? '').replace(/\.php$/, '') : slug
  return directorySlug.test(name) ? name : null
}

/** The address of a package in the public directory. Without a version: the newest one. */
export function packageAddress(type: InstallableType, name: string, version: string | null): string | null {
  if (!directorySlug.test(name) || (version !== null && !packageVersion.test(version))) return null
  return `https://${directoryHost}/${type}/${name}.${version ?? 'latest-stable'}.zip`
}

/**
 * Whether the installed copy is known to come from the public directory: WordPress knows a package of that name there, and the item
 * names no other source of updates. A private plugin can have the same folder as a public one.
 */
export function isFromDirectory(type: InstallableType, slug: string, headers: SoftwareHeaders): boolean {
  const name = directoryNameOf(type, slug)
  if (name === null || !hasDirectoryUpdateUri(headers.updateUri)) return false
  const address = URL.parse(headers.packageUrl)
  return (
    address?.protocol === 'https:' &&
    address.host === directoryHost &&
    address.username === '' &&
    (address.pathname === `/${type}/${name}.zip` || address.pathname.startsWith(`/${type}/${name}.`))
  )
}

function hasDirectoryUpdateUri(uri: string): boolean {
  if (uri === '') return true
  const host = URL.parse(uri)?.host ?? URL.parse(`https://${uri}`)?.host
  return host === 'wordpress.org' || host === 'w.org'
}
