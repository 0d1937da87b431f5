import { type ErrorCode, ServiceError } from '../../../operation/errors.ts'
import type { Health, ItemOutcome } from './outcome.ts'

/** WordPress itself was to be updated and was not: the verdict is the answer. */
export const coreNotUpdated = (site: { id: number; url: string }, outcome: ItemOutcome, health: Health | null) =>
  new ServiceError(
    (outcome.code ?? 'svc_update_failed') as ErrorCode,
    'child-error',
    outcome.message ?? `WordPress was not updated on ${site.url}.`,
    { site_id: site.id, result: outcome.result, old_version: outcome.from, new_version: outcome.to, health },
  )

export const updatesBusy = (most: number) =>
  new ServiceError(
    'svc_updates_busy',
    'unavailable',
    `Updates are being installed on as many sites as svc_maximum_install_update_requests allows (${most}). Try again in a moment, or raise it.`,
  )
