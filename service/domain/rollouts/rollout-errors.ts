import { ServiceError } from '../../operation/errors.ts'

export const rolloutNotFound = (id: number) =>
  new ServiceError(
    'svc_rollout_not_found',
    'missing',
    `There is no rollout ${id}, or you may not see it. GET /rollouts lists them.`,
  )

export const nothingToRollOut = () =>
  new ServiceError(
    'svc_nothing_to_roll_out',
    'conflict',
    'No update matches: none is available on these sites, or policies do not allow them. GET /updates lists what is available.',
  )

export const nothingToRollBack = (id: number) =>
  new ServiceError(
    'svc_nothing_to_roll_back',
    'conflict',
    `Rollout ${id} has nothing to roll back here: no plugin or theme was installed, it was rolled back before, or a rollback is running.`,
  )

export const wrongRolloutStatus = (id: number, status: string, action: string) =>
  new ServiceError(
    'svc_rollout_status',
    'conflict',
    `Rollout ${id} is ${status}, so it cannot be ${action}.${action === 'rolled back' ? ' Pause it first.' : ''}`,
  )

export const canaryRequired = (sites: number, max: number) =>
  new ServiceError(
    'svc_canary_required',
    'invalid',
    `WordPress itself cannot be rolled back. With ${sites} sites, the first wave may have at most ${max} sites.`,
  )

export const sitesChanged = (expected: number, found: number) =>
  new ServiceError(
    'svc_plan_changed',
    'conflict',
    `The plan had ${expected} sites; now it has ${found}. Read the plan again (dry_run) before you start.`,
  )
