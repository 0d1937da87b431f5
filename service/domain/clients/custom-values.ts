import type { Limits } from '../../operation/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import { fieldsAreShared, fieldsUnknown } from './client-errors.ts'
import { type CustomFieldValues, type GivenValue, readValues } from './custom-field.ts'
import { insertField } from './custom-field-store.ts'
import { fieldIdsByName, someFieldNames, storeValues } from './custom-value-store.ts'

/** Writes a client's values; the transaction must hold the client. */
export async function writeValues(
  trx: Db,
  clientId: number,
  given: CustomFieldValues,
  { limits, now }: { limits: Limits | null; now: Date },
): Promise<void> {
  const values = readValues(given)
  for (const { name, description = '' } of await findNewFields(trx, values, limits)) {
    await insertField(trx, { name, description }, now)
  }
  const ids = await fieldIdsByName(trx, namesOf(values), { lock: true })
  const unknown = values.filter(({ name }) => !ids.has(name))
  if (unknown.length > 0) throw fieldsUnknown(namesOf(unknown), await someFieldNames(trx))
  await storeValues(trx, clientId, new Map(values.map(({ name, value }) => [ids.get(name)!, value])))
}

/** Fields that would be added because the caller describes them; refuses fields that nobody described. */
export async function findNewFields(db: Db, values: GivenValue[], limits: Limits | null): Promise<GivenValue[]> {
  const ids = await fieldIdsByName(db, namesOf(values))
  const missing = values.filter(({ name }) => !ids.has(name))
  const undescribed = missing.filter(({ description }) => description === undefined)
  if (undescribed.length > 0) throw fieldsUnknown(namesOf(undescribed), await someFieldNames(db))
  if (missing.length > 0 && limits) throw fieldsAreShared()
  // In one order, so that two who add the same fields wait for each other in turn.
  return missing.sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
}

/** What a dry run says of them. */
export async function warnOfNewFields(
  db: Db,
  given: CustomFieldValues | undefined,
  limits: Limits | null,
): Promise<string[]> {
  if (given === undefined) return []
  const names = new Set(namesOf(await findNewFields(db, readValues(given), limits)))
  return [...names].map((name) => `The client field ${name} would be added.`)
}

const namesOf = (values: GivenValue[]) => values.map(({ name }) => name)
