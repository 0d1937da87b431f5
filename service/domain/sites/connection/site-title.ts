import { domainToUnicode } from 'node:url'
import { ConnectorError } from '../../../platform/connector/errors.ts'
import { trimEndOf } from '../../../platform/trim-end.ts'
import { isNameTaken, type SiteRow, updateAutomaticName } from '../site-store.ts'
import type { ConnectContext } from './connect-site.ts'
import { withChild } from './site-keys.ts'

/** The name of a site before its title is known: its address as people write it, such as münchen.example/blog. */
export function nameFromAddress(address: string): string {
  const { hostname, port, pathname } = new URL(address)
  const host = domainToUnicode(hostname) || hostname
  return `${host}${port && `:${port}`}${trimEndOf(pathname, '/')}`.slice(0, 200)
}

/** Whether no person gave the name. Sites of earlier versions have their host as such a name. */
export const isNameAutomatic = ({ name, name_is_automatic, url }: SiteRow): boolean =>
  name_is_automatic || name === new URL(url).hostname

/**
 * Names a site after its title until a person names it. A title that another site has gets the address too: WordPress in
 * / and in /blog often have the same title. A title that cannot be read changes nothing.
 */
export async function followTitle(context: ConnectContext, site: SiteRow): Promise<void> {
  if (!isNameAutomatic(site)) return
  const { db, clock, connector } = context
  try {
    const title = await withChild(context, site, (child) => connector.readTitle(child))
    if (title === '') return
    const name = (await isNameTaken(db, title, site.id))
      ? `${title.slice(0, 90)} (${nameFromAddress(site.url).slice(0, 100)})`
      : title
    if (name !== site.name) await updateAutomaticName(db, site, name, clock.now())
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
  }
}
