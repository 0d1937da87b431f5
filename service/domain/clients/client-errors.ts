import { invalidInput, permissionDenied, ServiceError } from '../../operation/errors.ts'
import type { ClientRef } from './client.ts'
import type { FieldRef } from './custom-field.ts'

export const clientNotFound = (ref: ClientRef) =>
  new ServiceError('svc_client_not_found', 'missing', `There is no client ${ref}. Give its id or its e-mail address.`)

export const emailTaken = (email: string) =>
  new ServiceError('svc_already_exists', 'conflict', `Another client has the e-mail address ${email}.`, {
    params: { client_email: 'must be different for every client' },
  })

/** An "address is taken" error would reveal clients beyond the limits of a key. */
export const emailsAreShared = () =>
  permissionDenied('A user or key that is limited to certain sites may not give a client another e-mail address.')

export const unknownSites = (ids: number[]) =>
  invalidInput({ selected_sites: `contains unknown ids: ${ids.join(', ')}` })

/** A limited key must not change what it cannot see. */
export const outsideLimits = () =>
  permissionDenied('This client also has sites beyond your limits, so you may not change the client.')

export const needsOwnSites = () =>
  permissionDenied(
    'A user or key that is limited to certain sites may only add a client with some of them: give them in selected_sites.',
  )

export const fieldsAreShared = () =>
  permissionDenied(
    'Custom fields belong to all clients: a user or key that is limited to certain sites may only read them.',
  )

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
