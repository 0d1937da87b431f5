import type { OutputOf } from '../../../contract/client.ts'
import { usersTexts } from './users-texts.ts'

export type SiteUser = OutputOf<'list-site-users'>['by_site'][string][number]

/** Roles of WordPress and WooCommerce. */
export const siteUserRoles = [
  { value: 'administrator', label: usersTexts.administrator },
  { value: 'editor', label: usersTexts.editor },
  { value: 'author', label: usersTexts.author },
  { value: 'contributor', label: usersTexts.contributor },
  { value: 'subscriber', label: usersTexts.subscriber },
  { value: 'shop_manager', label: usersTexts.shopManager },
  { value: 'customer', label: usersTexts.customer },
] as const

export type SiteUserRole = (typeof siteUserRoles)[number]['value']

export const roleName = (role: string) => siteUserRoles.find(({ value }) => value === role)?.label ?? role

export const keyOfUser = ({ website_id, id }: SiteUser) => `${website_id}:${id}`
