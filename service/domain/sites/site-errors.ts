import { ServiceError } from '../../operation/errors.ts'
import type { SiteRef } from './site.ts'

export const siteNotFound = (ref: SiteRef) =>
  new ServiceError('svc_site_not_found', 'missing', `There is no site ${ref}. Give its id or its address.`)

export const siteAlreadyExists = (url: string, id: number | null) =>
  new ServiceError(
    'svc_site_already_exists',
    'conflict',
    `${url} is already in the fleet.`,
    id === null ? {} : { site_id: id },
  )

export const siteDisconnected = (site: { id: number; url: string }) =>
  new ServiceError('svc_site_disconnected', 'conflict', `${site.url} is not connected. Reconnect it first.`, {
    site_id: site.id,
  })

export const siteSuspended = (site: { id: number; url: string }) =>
  new ServiceError('svc_site_suspended', 'conflict', `${site.url} is suspended. Unsuspend it first.`, {
    site_id: site.id,
  })

export const clientUnknown = (id: number) =>
  new ServiceError('svc_invalid_input', 'invalid', `Invalid input: client_id names no client (${id}).`, {
    params: { client_id: `there is no client ${id}` },
  })

export const tagsUnknown = (ids: number[]) =>
  new ServiceError('svc_invalid_input', 'invalid', `Invalid input: tags names no tags: ${ids.join(', ')}.`, {
    params: { tags: `there are no tags ${ids.join(', ')}` },
  })
