import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import type { Kit } from './kit.ts'
import type { LoginLinkCalls } from './login-link.ts'

export interface PremiumCalls {
  /**
   * Some commercial plugins look for their updates only when an administrator opens the page of plugins. This opens it;
   * the site remembers for a day what it found, and the next reading of its updates brings it.
   */
  findPremiumUpdates(site: ChildSite, how?: How): Promise<void>
}

/** The last part makes the connector plugin take down which updates it sees. */
const page = 'plugins.php?_detect_plugins_updates=yes'

export function premiumCalls(kit: Kit, { adminLoginLink }: Pick<LoginLinkCalls, 'adminLoginLink'>): PremiumCalls {
  return {
    findPremiumUpdates: (site, how) =>
      kit.exclusive(site.id, async () => {
        const { url, status } = await kit.caller.visit(site, await adminLoginLink(site, { page }), how)
        // Who is not let in sees the home page or the form to log in.
        const isThere = status === 200 && new URL(url).pathname.endsWith('/wp-admin/plugins.php')
        if (!isThere)
          throw new ConnectorError('svc_site_error', 'The site did not open its page of plugins to us.', {
            reason: `http_${status}`,
          })
      }),
  }
}
