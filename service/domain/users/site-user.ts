import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { SiteUser } from '../../platform/connector/snapshot/people.ts'

/** WordPress' own roles and the two of most shops. A site that does not have a role makes the user a subscriber. */
export const siteRoles = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'subscriber',
  'shop_manager',
  'customer',
] as const
export const SiteRole = z.enum(siteRoles)
/** The roles listed by default: shops have thousands of customers. */
export const defaultRoles: readonly string[] = siteRoles.slice(0, 5)

export const SiteUserItem = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  posts: z.int(),
  registered_at: timestamp.nullable(),
  website_id: z.int(),
  website_url: z.string(),
  website_name: z.string(),
})
export type SiteUserItem = z.output<typeof SiteUserItem>

export const toSiteUserItem = (user: SiteUser, site: { id: number; url: string; name: string }): SiteUserItem => ({
  id: user.id,
  username: user.login,
  name: user.displayName,
  email: user.email,
  role: user.roles.join(', '),
  posts: user.postCount,
  registered_at: isoTime(user.registeredAt),
  website_id: site.id,
  website_url: site.url,
  website_name: site.name,
})
