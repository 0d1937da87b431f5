import type { Db } from '../../platform/database/database.ts'
import type { SealedColumn } from '../../platform/database/sealed-columns.ts'
import type { SecretName } from './groups/api-backups.ts'

declare module '../../platform/database/tables.ts' {
  interface Tables {
    provider_secrets: { provider: string; name: SecretName; value: string; ending: string; changed_at: Date }
  }
}

export const sealedSecret: SealedColumn = 'provider_secrets.value'

export interface ShownSecret {
  provider: string
  name: SecretName
  /** The last characters, where they give nothing away. */
  ending: string
}

export function listSecrets(db: Db): Promise<ShownSecret[]> {
  return db.selectFrom('provider_secrets').select(['provider', 'name', 'ending']).execute()
}

export async function storeSecret(
  trx: Db,
  { provider, name, ending, sealed }: ShownSecret & { sealed: string },
  now: Date,
): Promise<void> {
  const value = { value: sealed, ending, changed_at: now }
  await trx
    .insertInto('provider_secrets')
    .values({ provider, name, ...value })
    .onConflict((conflict) => conflict.columns(['provider', 'name']).doUpdateSet(value))
    .execute()
}

export async function deleteSecrets(trx: Db, provider: string): Promise<void> {
  await trx.deleteFrom('provider_secrets').where('provider', '=', provider).execute()
}

export async function deleteSecret(trx: Db, provider: string, name: SecretName): Promise<void> {
  await trx.deleteFrom('provider_secrets').where('provider', '=', provider).where('name', '=', name).execute()
}
