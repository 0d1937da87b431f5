import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { search } from '../../../operation/shapes.ts'
import { readFromSites, selectForReading, siteSelectors, toReadingResults } from '../../site-calls/index.ts'
import { SiteError } from '../../sites/index.ts'
import { fetchUsers } from '../read-users.ts'
import { defaultRoles, SiteRole, SiteUserItem, toSiteUserItem } from '../site-user.ts'

export const listSiteUsers = operation({
  name: 'list-site-users',
  summary:
    'List the users of the selected sites, or of all. Sites that do not answer within 25 seconds are listed in errors.',
  effect: 'read',
  permission: 'users.read',
  aliases: { roles: 'role' },
  input: z.strictObject({
    ...siteSelectors,
    role: z.array(SiteRole).default([]).describe('By default the five roles of WordPress itself.'),
    search: search.describe('Part of a login name, e-mail address or name.'),
    maximum: z.int().min(1).max(5_000).default(1_000).describe('Maximum per site.'),
  }),
  output: z.object({
    by_site: z.record(z.string(), z.array(SiteUserItem)).describe('By the address of the site.'),
    errors: z.array(SiteError),
    total: z.int(),
  }),
  results: toReadingResults,
}).does(async ({ role, search, maximum, ...selectors }, context) => {
  const selection = await selectForReading(context, selectors)
  const filter = { roles: role.length === 0 ? defaultRoles : role, search, maximum }
  const { bySite, errors, total } = await readFromSites(context, selection, async (child, site, how) =>
    (await fetchUsers(context, child, filter, how)).map((user) => toSiteUserItem(user, site)),
  )
  return { by_site: bySite, errors, total }
})
