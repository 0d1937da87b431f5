import { permissionDenied, ServiceError } from '../../operation/errors.ts'

export const policyNotFound = (id: number) =>
  new ServiceError(
    'svc_policy_not_found',
    'missing',
    `There is no update policy ${id}. GET /update-policies lists them.`,
  )

export const heldReleaseNotFound = (id: number) =>
  new ServiceError(
    'svc_held_release_not_found',
    'missing',
    `There is no held release ${id}. GET /update-policies/held-releases lists them.`,
  )

export const policiesAreShared = () =>
  permissionDenied(
    'Only the policies of single sites can be changed by a user or key that is limited to certain sites.',
  )
