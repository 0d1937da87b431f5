import type { ChildSite } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { signatureAlgorithm } from '../signing.ts'
import { withSlash } from '../wire/site-urls.ts'
import type { Kit } from './kit.ts'

export interface LoginTarget {
  /** Page under wp-admin, e.g. `plugins.php`. Default: the dashboard of WordPress. */
  page?: string
  /** Path from the root of the site instead, e.g. `/wp-admin/post.php?post=4&action=edit`. */
  location?: string
  /** Login name of another administrator. */
  as?: string
}

export interface LoginLinkCalls {
  /**
   * A link that signs in everyone who opens it as administrator, and never expires. Create it on demand, answer with a
   * redirect and `Referrer-Policy: no-referrer`, never store or log it.
   */
  adminLoginLink(site: ChildSite, target?: LoginTarget): Promise<string>
}

export function loginLinkCalls(kit: Kit): LoginLinkCalls {
  return {
    async adminLoginLink(site, { page, location, as } = {}) {
      const where = location === undefined ? (page ?? 'index.php') : ''
      if (!isPage(where) || (location !== undefined && !isLocation(location))) {
        throw new ConnectorError(
          'svc_invalid_input',
          'The page must be on the site, such as plugins.php or /wp-admin/post.php?post=4.',
        )
      }
      const url = URL.parse(withSlash(site.url))
      if (!url || !/^https?:$/.test(url.protocol))
        throw new ConnectorError('svc_invalid_url', 'The address of the site is not a web address.')
      const { nonce, signature } = await kit.signer.sign(site.key, where)
      const query = {
        login_required: '1',
        user: site.admin,
        mainwpsignature: signature,
        nonce,
        where,
        sign_algo: String(signatureAlgorithm),
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      if (location !== undefined) url.searchParams.set('open_location', location)
      if (as !== undefined) url.searchParams.set('alt_user', as)
      return url.href
    },
  }
}

function isPage(text: string): boolean {
  return text === '' || (/^[\w-]+\.php(\?[\w\-.~%=&[\]+:,/]*)?$/.test(text) && text.length <= 500)
}

function isLocation(text: string): boolean {
  return /^\/(?!\/)[\w\-./]*(\?[\w\-.~%=&[\]+:,/]*)?$/.test(text) && !text.includes('..') && text.length <= 1000
}
