import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { renewKey } from '../connection/site-keys.ts'
import { requireSite, toSiteBrief } from '../find-site.ts'
import { SiteRef } from '../site.ts'
import { keyIsShared, noTokenForRenewal, siteDisconnected } from '../site-errors.ts'
import { SiteStateChange, toSiteStateChange } from '../site-status.ts'
import { hasSharedKey } from '../site-store.ts'

export const renewSiteConnection = operation({
  name: 'renew-site-connection',
  summary:
    'Give a connected site a new key. The old one stays valid until the site has accepted the new one. A site whose key another dashboard has too is refused: take it over.',
  effect: 'change',
  permission: 'sites.manage',
  input: z.strictObject({ site_id_or_domain: SiteRef }),
  output: z.object({ renewed: z.literal(true), ...SiteStateChange.shape }),
  aliases: { site_id: 'site_id_or_domain' },
})
  .plans(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const problems = [
      ...(site.connection === 'connected' ? [] : [siteDisconnected(site).message]),
      ...((await hasSharedKey(context.db, site.id)) ? [keyIsShared(site).message] : []),
      ...(site.regverify === null ? [noTokenForRenewal(site).message] : []),
    ]
    return { site_id: site.id, site_url: site.url, would_affect: [toSiteBrief(site)], warnings: problems }
  })
  .does(async ({ site_id_or_domain }, context) => {
    const site = await requireSite(context, site_id_or_domain)
    const { id } = site
    // That is a takeover, which a person starts.
    if (await hasSharedKey(context.db, id)) throw keyIsShared(site)
    await renewKey(context, id)
    return { renewed: true, ...toSiteStateChange(await requireSite(context, id)) }
  })
