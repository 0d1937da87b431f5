import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../operation/context.ts'
import { invalidInput } from '../../operation/errors.ts'
import type { Db } from '../../platform/database/database.ts'
import { type AnySettings, type Group, type ValuesOf, valuesFrom } from './setting.ts'
import { refreshSettings } from './settings-cache.ts'
import { findStored, lockTable, storeValues } from './settings-store.ts'

/** What a caller sent, by key; undefined is what was not sent, null puts the default back. */
export type Given = Readonly<Record<string, unknown>>

export async function readSettings<Settings extends AnySettings>(
  db: Db,
  group: Group<Settings>,
): Promise<ValuesOf<Settings>> {
  return valuesFrom(group, await findStored(db, group.name))
}

/** Changes what is given and nothing else; in force in this process before it returns, in the others a moment later. */
export async function changeSettings<Settings extends AnySettings>(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  group: Group<Settings>,
  given: Given,
): Promise<ValuesOf<Settings>> {
  const values = await db.transaction().execute((trx) => changeWithin(trx, group, given, clock.now()))
  await refreshSettings(db)
  return values
}

/** The same as a part of something larger; whoever began that refreshes the settings when it is done. */
export async function changeWithin<Settings extends AnySettings>(
  trx: Db,
  group: Group<Settings>,
  given: Given,
  now: Date,
): Promise<ValuesOf<Settings>> {
  await lockTable(trx)
  const before = await readSettings(trx, group)
  const after = afterChange(group, before, given)
  const sent = Object.keys(group.settings).filter((key) => given[key] !== undefined)
  const forgotten = sent.filter((key) => given[key] === null)
  const values = Object.fromEntries(sent.filter((key) => given[key] !== null).map((key) => [key, after[key]]))
  if (sent.length > 0) await storeValues(trx, group.name, { values, forgotten }, now)
  return after
}

/** What a change would make different. */
export async function planChange(db: Db, group: Group, given: Given) {
  const before = await readSettings(db, group)
  const after = afterChange(group, before, given)
  return Object.keys(after)
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => ({ setting: key, from: before[key], to: after[key] }))
}

function afterChange<Settings extends AnySettings>(
  { settings, check }: Group<Settings>,
  before: ValuesOf<Settings>,
  given: Given,
): ValuesOf<Settings> {
  const changed = Object.entries(settings)
    .filter(([key]) => given[key] !== undefined)
    .map(([key, setting]) => [
      key,
      given[key] === null ? setting.byDefault : setting.keeps(given[key], before[key as keyof Settings]),
    ])
  const after = { ...before, ...Object.fromEntries(changed) } as ValuesOf<Settings>
  const problems = check?.(after) ?? {}
  if (Object.keys(problems).length > 0) throw invalidInput(problems)
  return after
}
