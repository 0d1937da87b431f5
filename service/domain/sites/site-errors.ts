import { invalidInput, permissionDenied, ServiceError } from '../../operation/errors.ts'
import { shorten } from '../../operation/shorten.ts'
import { trimEndOf } from '../../platform/trim-end.ts'
import type { SiteRef } from './site.ts'

export const siteNotFound = (ref: SiteRef) =>
  new ServiceError(
    'svc_site_not_found',
    'missing',
    `There is no site ${shorten(String(ref))}. Give its id or its address.`,
  )

export const tooManyUnknownSites = (count: number) =>
  invalidInput({
    '': `${count.toLocaleString('en')} of the named sites do not exist; check the list, nothing was done`,
  })

/** `client`: the name of another client that has the site, for callers who may see it. */
export const siteAlreadyExists = (url: string, id: number | null, client: string | null = null) =>
  new ServiceError(
    'svc_site_already_exists',
    'conflict',
    client === null
      ? `${url} is already in the fleet. Edit or reconnect that site instead.`
      : `${url} is already in the fleet and belongs to the client ${client}. Give that site another client instead of adding it again.`,
    id === null ? {} : { site_id: id },
  )

export const siteHasNoIcon = (site: { id: number; url: string }) =>
  new ServiceError('svc_icon_not_found', 'missing', `No icon of ${site.url} is stored; its icon_url is null.`, {
    site_id: site.id,
  })

export const noPreviewIcon = (url: string) =>
  new ServiceError('svc_icon_not_found', 'missing', `${url} has no icon that can be shown.`)

/** What people call a site; its address without the protocol if it has no name. */
export const siteLabel = ({ name, url }: { name: string; url: string }) =>
  name || trimEndOf(url.replace(/^https?:\/\//, ''), '/')

type NamedInError = { id: number; name: string; url: string }

export const siteDisconnected = (site: NamedInError) =>
  new ServiceError('svc_site_disconnected', 'conflict', `${siteLabel(site)} is not connected. Reconnect it first.`, {
    site_id: site.id,
  })

/** Says that nothing was changed: another site must not get a key of this one. */
export const answeredAsAnotherSite = (site: NamedInError, address: string) =>
  new ServiceError(
    'svc_answered_as_another_site',
    'child-error',
    `Another WordPress answered at the address of this site: ${shorten(address)}. Its web server or DNS leads to the wrong site. Nothing was changed; Flotilla tries again at each sync.`,
    { site_id: site.id },
  )

export const addressChangedMeanwhile = (site: { id: number; url: string }) =>
  new ServiceError(
    'svc_site_busy',
    'conflict',
    `The address of site ${site.id} was changed to ${site.url} during this call. Try again.`,
    { site_id: site.id },
  )

export const siteSuspended = (site: NamedInError) =>
  new ServiceError('svc_site_suspended', 'conflict', `${siteLabel(site)} is suspended. Unsuspend it first.`, {
    site_id: site.id,
  })

export const unknownClient = (id: number) =>
  invalidInput({ client_id: `is unknown: there is no client with the id ${id}` })

export const tagsUnknown = (ids: number[]) => invalidInput({ tags: `contains unknown ids: ${ids.join(', ')}` })

/** Otherwise the caller could not see the site it added. */
export const needsOwnTag = () =>
  permissionDenied(
    'A user or key that is limited to certain sites may only add sites with a tag or client of its limits: give it in tags or client_id.',
  )

export const addressIsFixed = () =>
  permissionDenied(
    'A user or key that is limited to certain sites may change the spelling of an address (https, www.), but not move a site elsewhere.',
  )

export const keyIsShared = (site: { id: number; url: string }) =>
  new ServiceError(
    'svc_key_shared',
    'conflict',
    `Another dashboard has the key of ${site.url} too, and a new one would lock it out. Take the site over on the page Move in, or with flotilla takeover start.`,
    { site_id: site.id },
  )

export const noTokenForRenewal = (site: { id: number; url: string }) =>
  new ServiceError(
    'svc_no_reconnect_token',
    'conflict',
    `${site.url} returned no token for renewing its key. Reconnect it with admin_password, which also creates a new key.`,
    { site_id: site.id },
  )
