import type { Context } from '../../operation/context.ts'
import type { Db } from '../../platform/database/database.ts'
import { changeSettingsIn, general } from '../settings/index.ts'
import type { ScopedPolicy } from './effective-policy.ts'
import {
  defaultGates,
  defaultSoakMinutes,
  firstGateNames,
  type GateMode,
  type GateName,
  gateNames,
  type ItemType,
  type PolicyRules,
  type StoredPolicy,
} from './policy.ts'

const flagOfType = {
  core: 'automatic_daily_update',
  plugin: 'plugin_automatic_daily_update',
  theme: 'theme_automatic_daily_update',
  translation: 'trans_automatic_daily_update',
} as const satisfies Record<ItemType, string>
const types = Object.keys(flagOfType) as ItemType[] // Its keys are the types.

/** How many sites a release may break before it is held for the fleet. */
export const defaultHoldAfter = 3

const noGates = Object.fromEntries(gateNames.map((name) => [name, 'off' as const]))

/**
 * The policy of the fleet. The types, the delay and whether pages are checked are the settings that existed before
 * policies; the rest is stored as a policy.
 */
export function fleetPolicy(
  { settings }: Pick<Context, 'settings'>,
  stored: StoredPolicy | undefined,
): ScopedPolicy & { rules: PolicyRules } {
  const values = settings.get('general')
  const { rules = {} } = stored ?? {}
  return {
    id: stored?.id ?? null,
    scope: 'fleet',
    tag_id: null,
    view_id: null,
    client_id: null,
    site_id: null,
    item_type: null,
    item_slug: null,
    rules: {
      patch: 'automatic',
      minor: 'automatic',
      major: 'automatic',
      security: 'automatic',
      guard: 'if_possible',
      hold_after: defaultHoldAfter,
      windows: [],
      freezes: [],
      soak_minutes: [...defaultSoakMinutes],
      ...withoutNulls(rules),
      types: types.filter((type) => values[flagOfType[type]] === 1),
      delay_days: values.delay_autoupdate,
      gates: values.check_http_response === 1 ? { ...defaultGates, ...rules.gates } : noGates,
    },
  }
}

const withoutNulls = (rules: PolicyRules): PolicyRules =>
  // A subset of the fields of the rules.
  Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== null && value !== undefined)) as PolicyRules

/**
 * Splits the rules of the fleet's policy: writes the part that is stored in the settings and returns the rest. Values that
 * are not sent do not change.
 */
export async function storeFleetSettings(trx: Db, sent: PolicyRules, now: Date): Promise<PolicyRules> {
  const { types: sentTypes, delay_days, gates, ...rest } = sent
  const isOn = (name: GateName, usual: GateMode) => gates && (gates[name] ?? usual) !== 'off'
  const isChecked =
    firstGateNames.some((name) => isOn(name, defaultGates[name])) || gateNames.some((name) => isOn(name, 'off'))
  await changeSettingsIn(
    trx,
    general,
    {
      ...(sentTypes && Object.fromEntries(types.map((type) => [flagOfType[type], sentTypes.includes(type) ? 1 : 0]))),
      ...(delay_days !== undefined && { delay_autoupdate: delay_days }),
      ...(gates && { check_http_response: isChecked ? 1 : 0 }),
    },
    now,
  )
  return gates && isChecked ? { ...rest, gates } : rest
}
