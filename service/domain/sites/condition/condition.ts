import { z } from 'zod'
import type { Context } from '../../../operation/context.ts'
import { isoTime, timestamp } from '../../../operation/shapes.ts'
import { monitorPeriodSeconds, staleAfterSeconds, syncPeriodSeconds } from '../../../operation/stale-after.ts'
import { typedKeys } from '../../../platform/typed-keys.ts'

/** From best to worst. A suspended site is not checked, so it is only suspended. */
export const conditionStates = ['ok', 'unknown', 'stale', 'degraded', 'disconnected', 'down', 'suspended'] as const
export type ConditionState = (typeof conditionStates)[number]

const leftOut = 'It is not synced, updated or monitored.'

const withDetail = (what: string) => (detail: string) => (detail === '' ? `${what}.` : `${what}: ${detail}`)

const sentences = {
  suspended: () => `Suspended by hand. ${leftOut}`,
  suspended_with_client: () => `Suspended together with its client. ${leftOut}`,
  down: withDetail('The site is down'),
  disconnected: withDetail('Not connected'),
  never_connected: withDetail('Not connected yet'),
  sync_failed: withDetail('The last sync failed'),
  sync_incomplete: withDetail('The last sync was incomplete'),
  update_checks_failed: withDetail('The site failed its checks after an update'),
  update_unchecked: () =>
    'The site could not be checked after its last update, so it is not known whether it works. Check the site.',
  checked_again: withDetail('The last check failed and is being repeated'),
  stale: () => 'The site was not synced for longer than planned, so its data may be out of date.',
  moved: () => 'The address was changed. Nothing is known about the new address until the next sync.',
  never_synced: () => 'Connected, but not synced yet.',
  ok: () => 'Connected, synced and up.',
  ok_unchecked: () => 'Connected and synced. Its monitor has not checked it yet.',
  ok_stale_check: () => 'Connected and synced. Its monitor has not checked it for longer than planned.',
  ok_unmonitored: () => 'Connected and synced. Its uptime is not monitored.',
} satisfies Record<string, (detail: string) => string>
export type ConditionCause = keyof typeof sentences

export const CurrentCondition = z
  .object({
    state: z.enum(conditionStates),
    reason: z.string(),
    cause: z.enum(typedKeys(sentences)).describe('The cause within the state; `reason` is its sentence.'),
    detail: z.string().describe('What a check, a sync or the connection recorded; empty if nothing.'),
    since: timestamp.nullable().describe('Null while the state is ok, or where it was not recorded.'),
  })
  .describe(
    'The worst of connection, monitor, sync and the checks after updates, from best to worst: ok, unknown, stale, degraded, disconnected, down; or suspended.',
  )
/** An input of operations that return a site. */
export const IncludeCondition = z
  .boolean()
  .default(false)
  .describe('With the condition, and with the times of cached figures.')
export type CurrentCondition = z.input<typeof CurrentCondition>

/** What the database determines. */
export interface StoredCondition {
  state: ConditionState
  cause: ConditionCause
  /** Empty, or the reason that a check, a sync or the connection recorded. */
  detail: string
  since: string | null
}

export const describeCondition = ({ state, cause, detail, since }: StoredCondition): CurrentCondition => ({
  state,
  reason: sentences[cause](detail),
  cause,
  detail,
  since: since === null ? null : isoTime(new Date(since)),
})

/** What the condition depends on besides the stored facts. */
export interface ConditionRules {
  /** Whether monitors without a setting of their own are on. */
  isMonitoredByDefault: boolean
  /** Sites whose last sync is older are stale. */
  staleBefore: Date
  now: Date
  /** The interval of monitors without one of their own. */
  monitorSeconds: number
}

export const conditionRules = ({ settings, clock }: Pick<Context, 'settings' | 'clock'>): ConditionRules => ({
  isMonitoredByDefault: settings.get('monitoring').svc_uptime_monitoring_active === 1,
  staleBefore: new Date(clock.now().getTime() - staleAfterSeconds(syncPeriodSeconds(settings)) * 1000),
  now: clock.now(),
  monitorSeconds: monitorPeriodSeconds(settings),
})
