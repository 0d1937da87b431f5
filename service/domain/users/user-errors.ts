import { ServiceError } from '../../operation/errors.ts'

interface Place {
  id: number
  url: string
}

export const userNotFound = (id: number, site: Place) =>
  new ServiceError('svc_user_not_found', 'missing', `${site.url} has no user ${id}.`, { site_id: site.id })

export const userExists = (what: string, site: Place) =>
  new ServiceError('svc_already_exists', 'conflict', `${site.url} already has a user with ${what}.`, {
    site_id: site.id,
  })

/** Without this user we could not speak to the site any more. */
export const ownAdministrator = (login: string, site: Place) =>
  new ServiceError(
    'svc_own_administrator',
    'conflict',
    `${login} is the administrator as whom we work on ${site.url}. Reconnect the site as another one first.`,
    { site_id: site.id },
  )

export const orderForgotten = () =>
  new ServiceError(
    'svc_user_order_not_found',
    'missing',
    'What was to be done is not kept any more: three days have passed. Ask for it again.',
  )
