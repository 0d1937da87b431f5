import { invalidInput, permissionDenied, ServiceError } from '../../operation/errors.ts'
import type { ClientRef } from './client.ts'
import type { FieldRef } from './custom-field.ts'

export const clientNotFound = (ref: ClientRef) =>
  new ServiceError('svc_client_not_found', 'missing', `There is no client ${ref}. Give its id or its e-mail address.`)

export const emailTaken = (email: string) =>
  new ServiceError('svc_already_exists', 'conflict', `Another client has the e-mail address ${email}.`, {
    params: { client_email: 'must be different for every client' },
  })

/** Whether an e-mail address is taken would tell a limited key who the clients beyond its limits are. */
export const emailsAreShared = () =>
  permissionDenied('A key that is limited to certain sites may not give a client another e-mail address.')

export const sitesUnknown = (ids: number[]) => invalidInput({ selected_sites: `names no sites: ${ids.join(', ')}` })

/** What a limited key cannot see it must not change, not even together with what it can. */
export const outsideLimits = () =>
  permissionDenied('This client also has sites beyond the limits of this key, so the key may not change the client.')

export const needsOwnSites = () =>
  permissionDenied(
    'A key that is limited to certain sites may add a client only for some of them: name them in selected_sites.',
  )

export const fieldsAreShared = () =>
  permissionDenied('Custom fields belong to all clients: a key that is limited to certain sites may only read them.')

export const fieldNotFound = (ref: FieldRef) =>
  new ServiceError('svc_client_field_not_found', 'missing', `There is no client field ${ref}. Give its id or its name.`)

export const fieldTaken = (name: string) =>
  new ServiceError('svc_already_exists', 'conflict', `There is already a client field called ${name}.`, {
    params: { name: 'must be different for every field' },
  })

export const fieldsUnknown = (names: string[], known: string[]) =>
  invalidInput({
    custom_fields: `has unknown fields: ${names.join(', ')}; known fields: ${known.join(', ') || 'none yet'}`,
  })
