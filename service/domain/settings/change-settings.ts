import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { typedEntries } from '../../platform/typed-keys.ts'
import { publishEvents } from '../events/index.ts'
import { admitChange } from './credential-settings.ts'
import { type AnySettings, type SettingsGroup, type ValuesOf, valuesFrom } from './setting.ts'
import { findStoredValues, lockSettings, upsertValues } from './settings-store.ts'

/** Values by key; undefined: not sent, null: reset to the default. */
export type SettingsInput = Readonly<Record<string, unknown>>

export async function readSettings<Settings extends AnySettings>(
  db: Db,
  group: SettingsGroup<Settings>,
): Promise<ValuesOf<Settings>> {
  return valuesFrom(group, await findStoredValues(db, group.name))
}

/** Whether a value was chosen, even if it is the default. */
export const isSettingStored = async (db: Db, { name }: Pick<SettingsGroup, 'name'>, key: string): Promise<boolean> =>
  Object.hasOwn(await findStoredValues(db, name), key)

/** Changes only the given values. Effective in this process before it returns, in the others with the notice. */
export async function changeSettings<Settings extends AnySettings>(
  context: Pick<Context, 'db' | 'clock' | 'settings' | 'recordChange' | 'actor' | 'queue'>,
  group: SettingsGroup<Settings>,
  given: SettingsInput,
): Promise<ValuesOf<Settings>> {
  const { db, clock, settings, recordChange } = context
  const values = await db.transaction().execute(async (trx) => {
    const admit: Admit = (keys) => admitChange(context, trx, group.name, keys)
    const changed = await changeSettingsIn(trx, group, given, clock.now(), admit)
    await recordChange(trx)
    return changed
  })
  await settings.refresh()
  return values
}

/** Throws unless the caller may change these values. */
type Admit = (keys: readonly string[]) => Promise<void>

/** The same inside a transaction; the caller refreshes the settings after the commit. */
export async function changeSettingsIn<Settings extends AnySettings>(
  trx: Db,
  group: SettingsGroup<Settings>,
  sentValues: SettingsInput,
  now: Date,
  admit?: Admit,
): Promise<ValuesOf<Settings>> {
  const given = group.derive?.(sentValues) ?? sentValues
  await lockSettings(trx)
  const before = await readSettings(trx, group)
  const after = afterChange(group, before, given)
  const keys = Object.keys(group.settings).filter((key) => !isDeepStrictEqual(before[key], after[key]))
  await admit?.(keys)
  const sent = Object.keys(group.settings).filter((key) => given[key] !== undefined)
  const deleted = sent.filter((key) => given[key] === null)
  const values = Object.fromEntries(sent.filter((key) => given[key] !== null).map((key) => [key, after[key]]))
  if (sent.length > 0) await upsertValues(trx, group.name, { values, deleted }, now)
  if (keys.length > 0)
    await publishEvents(
      trx,
      [{ type: 'settings.changed', subject: `settings:${group.name}`, data: { group: group.name, keys } }],
      now,
    )
  return after
}

/** The differences that a change would make. */
export async function planChange<Settings extends AnySettings>(
  db: Db,
  group: SettingsGroup<Settings>,
  given: SettingsInput,
) {
  const before = await readSettings(db, group)
  const after = afterChange(group, before, group.derive?.(given) ?? given)
  return Object.keys(after)
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => ({ setting: key, from: before[key], to: after[key] }))
}

function afterChange<Settings extends AnySettings>(
  { settings, check }: SettingsGroup<Settings>,
  before: ValuesOf<Settings>,
  given: SettingsInput,
): ValuesOf<Settings> {
  const changed = typedEntries(settings)
    .filter(([key]) => given[key] !== undefined)
    .map(([key, setting]) => [
      key,
      given[key] === null ? setting.defaultValue : setting.toStored(given[key], before[key]),
    ])
  // Each setting converts to the type of its own value.
  const after = { ...before, ...Object.fromEntries(changed) } as ValuesOf<Settings>
  const problems = check?.(after) ?? {}
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return after
}
