import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { search } from '../../../operation/shapes.ts'
import { askSites, selectForReading, siteSelectors } from '../../content/index.ts'
import { SiteError } from '../../sites/index.ts'
import { readUsers } from '../read-users.ts'
import { Role, SiteUser, toSiteUser, usualRoles } from '../site-user.ts'

export const listSiteUsers = operation({
  name: 'list-site-users',
  summary:
    'Ask the selected sites, or all, for their users. Sites that do not answer within 25 seconds stand in errors.',
  effect: 'read',
  permission: 'users.read',
  aliases: { roles: 'role' },
  input: z.strictObject({
    ...siteSelectors,
    role: z.array(Role).default([]).describe('By default the five roles of WordPress itself.'),
    search: search.describe('Part of a login name, e-mail address or name.'),
    maximum: z.int().min(1).max(5_000).default(1_000).describe('The most of one site.'),
  }),
  output: z.object({
    by_site: z.record(z.string(), z.array(SiteUser)).describe('By the address of the site.'),
    errors: z.array(SiteError),
    total: z.int(),
  }),
}).does(async ({ role, search, maximum, ...selectors }, context) => {
  const selection = await selectForReading(context, selectors)
  const filter = { roles: role.length === 0 ? usualRoles : role, search, maximum }
  const { bySite, errors, total } = await askSites(context, selection, async (child, site, how) =>
    (await readUsers(context, child, filter, how)).map((user) => toSiteUser(user, site)),
  )
  return { by_site: bySite, errors, total }
})
