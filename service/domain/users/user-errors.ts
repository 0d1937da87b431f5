import { ServiceError } from '../../operation/errors.ts'
import type { SiteRow } from '../sites/index.ts'

type SiteOfUser = Pick<SiteRow, 'id' | 'url'>

export const siteUserNotFound = (id: number, site: SiteOfUser) =>
  new ServiceError('svc_user_not_found', 'missing', `${site.url} has no user ${id}.`, { site_id: site.id })

export const userExists = (what: string, site: SiteOfUser) =>
  new ServiceError('svc_already_exists', 'conflict', `${site.url} already has a user with ${what}.`, {
    site_id: site.id,
  })

/** Without this user the site could not be called any more. */
export const ownAdministrator = (login: string, site: SiteOfUser) =>
  new ServiceError(
    'svc_own_administrator',
    'conflict',
    `${login} is the administrator that Flotilla uses on ${site.url}. Reconnect the site with another one first.`,
    { site_id: site.id },
  )

export const orderNotFound = () =>
  new ServiceError(
    'svc_user_order_not_found',
    'missing',
    'The stored input was deleted after three days. Send the request again.',
  )
