import { z } from 'zod'
import { operation } from '../../../operation/operation.ts'
import { hasPermission, type Permission } from '../../../operation/permissions.ts'
import { ClientStatus, findClientsBySearch } from '../../clients/index.ts'
import {
  CurrentCondition,
  conditionRules,
  describeCondition,
  findSitesBySearch,
  SiteStatus,
} from '../../sites/index.ts'
import { findSoftwareBySearch } from '../../software/index.ts'
import { listTagsBySearch } from '../../tags/index.ts'

const Software = z.object({ slug: z.string(), name: z.string() })

export const searchFleet = operation({
  name: 'search-fleet',
  summary: 'Find sites, clients, tags, plugins and themes by a part of their name or address.',
  effect: 'read',
  permission: 'overview.read',
  tool: true,
  input: z.strictObject({
    q: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe('For sites and software, one or two letters match only beginnings of words.'),
    limit: z.int().min(1).max(20).default(5).describe('Maximum number per type.'),
  }),
  output: z.object({
    sites: z.array(
      z.object({
        id: z.int(),
        url: z.string(),
        name: z.string(),
        status: SiteStatus,
        icon_url: z.string().nullable(),
        condition: CurrentCondition,
      }),
    ),
    clients: z.array(z.object({ id: z.int(), name: z.string(), email: z.string().nullable(), status: ClientStatus })),
    tags: z.array(z.object({ id: z.int(), name: z.string(), color: z.string().nullable() })),
    plugins: z.array(Software).describe('The most common first.'),
    themes: z.array(Software),
  }),
}).does(async ({ q, limit }, context) => {
  const { db, actor } = context
  // A custom role may have the search without some of what it finds.
  const ifAllowed = async <Row>(permission: Permission, find: () => Promise<Row[]>): Promise<Row[]> =>
    hasPermission(actor, permission) ? find() : []
  const [sites, clients, tags, plugins, themes] = await Promise.all([
    ifAllowed('sites.read', () => findSitesBySearch(db, q, actor.limits, limit, conditionRules(context))),
    ifAllowed('clients.read', () => findClientsBySearch(db, q, actor.limits, limit)),
    ifAllowed('tags.read', () => listTagsBySearch(db, q, actor.limits, limit)),
    ifAllowed('software.read', () => findSoftwareBySearch(db, 'plugin', q, actor.limits, limit)),
    ifAllowed('software.read', () => findSoftwareBySearch(db, 'theme', q, actor.limits, limit)),
  ])
  return {
    sites: sites.map((site) => ({ ...site, condition: describeCondition(site.condition) })),
    clients,
    tags,
    plugins,
    themes,
  }
})
