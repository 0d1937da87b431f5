import type { OutputOf } from '../../../contract/client.ts'

export type SiteUser = OutputOf<'list-site-users'>['by_site'][string][number]

/** Roles of WordPress and WooCommerce. */
export const siteUserRoles = [
  { value: 'administrator', label: 'Administrator' },
  { value: 'editor', label: 'Editor' },
  { value: 'author', label: 'Author' },
  { value: 'contributor', label: 'Contributor' },
  { value: 'subscriber', label: 'Subscriber' },
  { value: 'shop_manager', label: 'Shop manager' },
  { value: 'customer', label: 'Customer' },
] as const

export type SiteUserRole = (typeof siteUserRoles)[number]['value']

export const roleName = (role: string) => siteUserRoles.find(({ value }) => value === role)?.label ?? role

export const keyOfUser = ({ website_id, id }: SiteUser) => `${website_id}:${id}`
