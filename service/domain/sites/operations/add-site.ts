import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { conditionRules, IncludeCondition } from '../condition/condition.ts'
import { nameFromAddress } from '../connection/site-title.ts'
import { describeSite } from '../find-site.ts'
import { SiteDetail } from '../site.ts'
import {
  AdminName,
  auditSubject,
  connectionFields,
  otherSpellings,
  recordFields,
  SiteUrl,
  SslVerify,
  siteAliases,
} from '../site-input.ts'
import { addAndConnectSite, requireNewSite } from '../write-site.ts'

export const addSite = operation({
  name: 'add-site',
  ability: 'svc/add-site-v1',
  category: 'svc-sites',
  summary:
    'Add a site and connect to it. If it cannot be connected, it is added as disconnected and `connection` has the reason, unless require_connection is true or the key is limited to certain sites.',
  effect: 'change',
  permission: 'sites.manage',
  input: z.strictObject({
    url: SiteUrl,
    admin: AdminName,
    ...recordFields,
    ...connectionFields,
    ssl_verify: SslVerify,
    ...otherSpellings,
    require_connection: z
      .boolean()
      .optional()
      .describe('Return an error and store nothing unless the site can be connected.'),
    include_condition: IncludeCondition,
  }),
  output: SiteDetail,
  aliases: siteAliases,
  subject: auditSubject,
})
  .plans(async (input, context) => {
    const { url } = await requireNewSite(context, input)
    return { would_affect: [{ url, name: input.name ?? nameFromAddress(url) }] }
  })
  .does(async ({ require_connection, include_condition, ...input }, context) => {
    const { site } = await addAndConnectSite(context, input, { requireConnection: require_connection ?? false })
    return describeSite(context.db, site.id, include_condition ? conditionRules(context) : null)
  })
