import { invalidInput } from '../../operation/errors.ts'
import type { Limits } from '../../operation/limits.ts'
import type { Db } from '../../platform/database/database.ts'
import { fieldsAreShared, fieldsUnknown } from './client-errors.ts'
import { type CustomFieldValues, type FieldValue, isDigits, readValues } from './custom-field.ts'
import { findFieldIdsByName, insertField, listSomeFieldNames, upsertCustomValues } from './custom-field-store.ts'

/** Stores the custom fields of a client; the transaction has locked the client. */
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
  const ids = await findFieldIdsByName(trx, namesOf(values), { lock: true })
  const known = new Map<number, string>()
  const unknown: string[] = []
  for (const { name, value } of values) {
    const id = ids.get(name)
    if (id === undefined) unknown.push(name)
    else known.set(id, value)
  }
  if (unknown.length > 0) throw fieldsUnknown(unknown, await listSomeFieldNames(trx))
  await upsertCustomValues(trx, clientId, known)
}

/** Unknown fields with a description, which are added; throws for unknown fields without one. */
export async function findNewFields(db: Db, values: FieldValue[], limits: Limits | null): Promise<FieldValue[]> {
  const ids = await findFieldIdsByName(db, namesOf(values))
  const missing = values.filter(({ name }) => !ids.has(name))
  const undescribed = missing.filter(({ description }) => description === undefined)
  if (undescribed.length > 0) throw fieldsUnknown(namesOf(undescribed), await listSomeFieldNames(db))
  if (missing.length > 0 && limits) throw fieldsAreShared()
  const digits = missing.find(({ name }) => isDigits(name))
  if (digits)
    throw invalidInput({
      custom_fields: `must not add a field with digits only (${digits.name}): that is the id of a field`,
    })
  // Sorted, to avoid deadlocks between calls that add the same fields.
  return missing.sort((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
}

/** The warnings of a dry run. */
export async function describeNewFields(
  db: Db,
  given: CustomFieldValues | undefined,
  limits: Limits | null,
): Promise<string[]> {
  if (given === undefined) return []
  const names = new Set(namesOf(await findNewFields(db, readValues(given), limits)))
  return [...names].map((name) => `The client field ${name} would be added.`)
}

const namesOf = (values: FieldValue[]) => values.map(({ name }) => name)
