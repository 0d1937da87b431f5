import type { Db } from '../../platform/database/database.ts'
import type { SealedColumn } from '../../platform/database/sealed-columns.ts'

export const secretNames = ['api_key', 'password'] as const
export type SecretName = (typeof secretNames)[number]

declare module '../../platform/database/tables.ts' {
  interface Tables {
    provider_secrets: { provider: string; name: SecretName; value: string; ending: string; changed_at: Date }
  }
}

export const providerSecretColumn: SealedColumn = 'provider_secrets.value'

export interface MaskedSecret {
  provider: string
  name: SecretName
  /** The last characters of long keys, else empty. */
  ending: string
}

export function listProviderSecrets(db: Db): Promise<MaskedSecret[]> {
  return db.selectFrom('provider_secrets').select(['provider', 'name', 'ending']).execute()
}

export async function upsertProviderSecret(
  trx: Db,
  { provider, name, ending, sealed }: MaskedSecret & { sealed: string },
  now: Date,
): Promise<void> {
  const value = { value: sealed, ending, changed_at: now }
  await trx
    .insertInto('provider_secrets')
    .values({ provider, name, ...value })
    .onConflict((conflict) => conflict.columns(['provider', 'name']).doUpdateSet(value))
    .execute()
}

export async function deleteProviderSecrets(trx: Db, provider: string): Promise<void> {
  await trx.deleteFrom('provider_secrets').where('provider', '=', provider).execute()
}

export async function deleteProviderSecret(trx: Db, provider: string, name: SecretName): Promise<void> {
  await trx.deleteFrom('provider_secrets').where('provider', '=', provider).where('name', '=', name).execute()
}
