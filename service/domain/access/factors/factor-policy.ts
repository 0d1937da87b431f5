import type { ActorRole } from '../../../operation/actor.ts'
import type { Settings } from '../../../operation/settings.ts'

const day = 86_400_000

/** Whether the settings require a second factor for this role. */
export function requiresFactor(settings: Settings, role: ActorRole): boolean {
  const required = settings.get('sign-in').second_factor_for
  return required === 'everyone' || (required === 'managers' && role !== 'viewer')
}

/** When a user without a second factor must have set one up. */
export const factorDueAt = (settings: Settings, since: Date): Date =>
  new Date(since.getTime() + settings.get('sign-in').second_factor_grace_days * day)
