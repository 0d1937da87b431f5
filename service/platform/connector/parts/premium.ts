import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { openAdminPage } from './admin-screen.ts'
import type { Kit } from './kit.ts'
import type { LoginLinkCalls } from './login-link.ts'

export interface PremiumCalls {
  /**
   * Some commercial plugins check for updates only when an administrator opens the plugins page. This opens it;
   * the site caches the result for a day, and the next reading of its updates includes it.
   */
  findPremiumUpdates(site: ChildSite, how?: How): Promise<void>
}

/** The last parameter makes the connector plugin record the updates it finds. */
const page = 'plugins.php?_detect_plugins_updates=yes'

export function premiumCalls(kit: Kit, links: Pick<LoginLinkCalls, 'adminLoginLink'>): PremiumCalls {
  return {
    findPremiumUpdates: (site, how) =>
      kit.locks.hold(site.id, async () => {
        const { isThere, status } = await openAdminPage(kit, links, site, page, how)
        if (!isThere || status !== 200)
          throw new ConnectorError('svc_site_error', 'The site did not open its page of plugins to us.', {
            reason: `http_${status}`,
          })
      }),
  }
}
