import { z } from 'zod'
import { isoTime, timestamp } from '../../operation/shapes.ts'
import type { SiteUser as ToldUser } from '../../platform/connector/snapshot/people.ts'

/** WordPress' own roles, and the two that most shops have; a site that does not know one makes the user a subscriber. */
export const roles = [
  'administrator',
  'editor',
  'author',
  'contributor',
  'subscriber',
  'shop_manager',
  'customer',
] as const
export const Role = z.enum(roles)
/** Who is listed unless told otherwise: shops have customers by the thousand. */
export const usualRoles: readonly string[] = roles.slice(0, 5)

/** A user of a child site. */
export const SiteUser = z.object({
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
export type SiteUser = z.output<typeof SiteUser>

export const toSiteUser = (user: ToldUser, site: { id: number; url: string; name: string }): SiteUser => ({
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
