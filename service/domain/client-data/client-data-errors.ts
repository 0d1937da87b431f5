import type { Actor } from '../../operation/actor.ts'
import { ServiceError } from '../../operation/errors.ts'
import { requirePersonOrSystem } from '../../operation/require-person-or-system.ts'

/** All data of a client leaves or is erased: an API key is not enough. */
export const requireSignedInAdministrator = (actor: Actor): void =>
  requirePersonOrSystem(
    actor,
    'All data of a client is exported or erased only by an administrator who is signed in to the dashboard; an API key cannot do it.',
  )

export const erasureInProgress = () =>
  new ServiceError('svc_erasure_in_progress', 'conflict', 'This client is being erased already. See the page Jobs.')

export const otherSitesNow = (sites: number) =>
  new ServiceError(
    'svc_erasure_plan_outdated',
    'conflict',
    `The client has ${sites} sites now, not the number that was given. Read the plan again.`,
    { params: { sites: `must be ${sites}` } },
  )
