import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'

interface ExportScriptTable {
  id: string
  fingerprint: string
  /** Sealed. */
  private_key: string
  /** Sealed. */
  secret: string
  created_by: string
  created_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    export_scripts: ExportScriptTable
  }
}

export const sealedScriptColumns = ['export_scripts.private_key', 'export_scripts.secret'] as const
const [keyColumn, secretColumn] = sealedScriptColumns

/** A script lives this long; then its private key is deleted. */
export const scriptDays = 7
const lifetimeMs = scriptDays * 86_400_000
export const expiryOf = (createdAt: Date) => new Date(createdAt.getTime() + lifetimeMs)

export interface ScriptKeys {
  privateKeyPem: string
  /** 32 bytes as hex. */
  secret: string
}

export async function insertExportScript(
  db: Db,
  secrets: Secrets,
  script: Omit<ExportScriptTable, 'private_key' | 'secret'>,
  { privateKeyPem, secret }: ScriptKeys,
): Promise<void> {
  const sealed = { private_key: secrets.seal(privateKeyPem, keyColumn), secret: secrets.seal(secret, secretColumn) }
  await db
    .insertInto('export_scripts')
    .values({ ...script, ...sealed })
    .execute()
}

/** The keys of a script that has not expired. */
export async function findScriptKeys(
  db: Db,
  secrets: Secrets,
  id: string,
  now: Date,
): Promise<(ScriptKeys & { fingerprint: string }) | undefined> {
  const row = await db.selectFrom('export_scripts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || expiryOf(row.created_at) <= now) return undefined
  const { fingerprint, private_key, secret } = row
  return {
    fingerprint,
    privateKeyPem: secrets.open(private_key, keyColumn),
    secret: secrets.open(secret, secretColumn),
  }
}

/** The scripts that can still be used, newest first. */
export const listScriptRows = (db: Db, now: Date) =>
  db
    .selectFrom('export_scripts')
    .select(['id', 'fingerprint', 'created_by', 'created_at'])
    .where('created_at', '>', new Date(now.getTime() - lifetimeMs))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export async function countExportScripts(db: Db, now: Date): Promise<number> {
  return (await listScriptRows(db, now)).length
}

/** Destroys the private key: files of this script cannot be opened any more. */
export async function deleteScriptRow(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('export_scripts').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
