import { type Generated, type Selectable, sql } from 'kysely'
import type { Actor } from '../../operation/actor.ts'
import { type Database, type Db, queryRows } from '../../platform/database/database.ts'
import { oneRow } from '../../platform/database/one-row.ts'
import type { PackageFacts } from './package-headers.ts'

interface PackageTable {
  id: Generated<number>
  upload_id: string
  state: Generated<'uploading' | 'ready'>
  file_name: string
  bytes: Generated<number>
  sha256: Generated<string>
  type: Generated<'plugin' | 'theme'>
  slug: Generated<string>
  name: Generated<string>
  author: Generated<string>
  version: Generated<string>
  requires_wordpress: Generated<string>
  requires_php: Generated<string>
  files: Generated<number>
  unpacked_bytes: Generated<number>
  user_id: number | null
  key_id: number | null
  user_name: string
  created_at: Date
  used_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    packages: PackageTable
    package_parts: { package_id: number; part: number; content: Buffer }
  }
}

export type PackageRow = Selectable<PackageTable>

/** Unused packages are deleted after this time. */
export const keepPackageDays = 30
export type Uploader = Pick<Actor, 'userId' | 'keyId' | 'name' | 'limits'>

/** Limited callers see what they uploaded themselves, with the same key: packages belong to no site. */
const isVisible = ({ limits, userId, keyId }: Uploader) =>
  limits === null
    ? sql<boolean>`true`
    : sql<boolean>`(user_id is not distinct from ${userId}::bigint and key_id is not distinct from ${keyId}::bigint)`

/** Uploads are counted under this lock, so that together they do not exceed the limits. */
export async function lockPackages(trx: Db): Promise<void> {
  await sql`lock table packages in share row exclusive mode`.execute(trx)
}

export interface StoredPackages {
  packages: number
  bytes: number
  /** Of this caller, oldest first. */
  unfinished: number[]
}

export async function countPackages(trx: Db, { userId, keyId }: Uploader): Promise<StoredPackages> {
  return oneRow(
    await queryRows(
      trx,
      sql<StoredPackages>`select count(*)::int as packages, coalesce(sum(bytes), 0)::bigint as bytes,
        coalesce(array_agg(id order by id) filter (where state = 'uploading'
          and user_id is not distinct from ${userId}::bigint and key_id is not distinct from ${keyId}::bigint), '{}') as unfinished
        from packages`,
    ),
  )
}

/** An upload of the same caller; one of another caller with the same id is not found. */
export const findUpload = async (
  trx: Db,
  uploadId: string,
  { userId, keyId }: Uploader,
): Promise<(PackageRow & { parts: number }) | undefined> =>
  (
    await queryRows(
      trx,
      sql<PackageRow & { parts: number }>`select packages.*,
          (select count(*)::int from package_parts where package_id = packages.id) as parts
        from packages where upload_id = ${uploadId}
          and user_id is not distinct from ${userId}::bigint and key_id is not distinct from ${keyId}::bigint`,
    )
  )[0]

export async function insertPackage(
  trx: Db,
  upload: { uploadId: string; fileName: string; uploader: Uploader },
  now: Date,
): Promise<PackageRow | undefined> {
  const { uploadId, fileName, uploader } = upload
  return trx
    .insertInto('packages')
    .values({
      upload_id: uploadId,
      file_name: fileName,
      user_id: uploader.userId,
      key_id: uploader.keyId,
      user_name: uploader.name,
      created_at: now,
      used_at: now,
    })
    .onConflict((conflict) => conflict.column('upload_id').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function insertPart(trx: Db, packageId: number, part: number, content: Buffer): Promise<void> {
  await trx.insertInto('package_parts').values({ package_id: packageId, part, content }).execute()
  await trx
    .updateTable('packages')
    .set({ bytes: sql`bytes + ${content.length}` })
    .where('id', '=', packageId)
    .execute()
}

/** Undefined when the package was deleted meanwhile. */
export const findPart = async (db: Db, packageId: number, part: number): Promise<Buffer | undefined> =>
  (
    await queryRows(
      db,
      sql<{ content: Buffer }>`select content from package_parts where package_id = ${packageId} and part = ${part}`,
    )
  )[0]?.content

export async function updateChecked(trx: Db, id: number, facts: PackageFacts & { sha256: string }): Promise<void> {
  await trx
    .updateTable('packages')
    .set({
      state: 'ready',
      sha256: facts.sha256,
      type: facts.type,
      slug: facts.slug,
      name: facts.name,
      author: facts.author,
      version: facts.version,
      requires_wordpress: facts.requiresWordpress,
      requires_php: facts.requiresPhp,
      files: facts.files,
      unpacked_bytes: facts.unpackedBytes,
    })
    .where('id', '=', id)
    .execute()
}

export async function updateUse(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('packages').set({ used_at: now }).where('id', '=', id).execute()
}

export const findPackage = async (db: Db, id: number, caller: Uploader): Promise<PackageRow | undefined> =>
  (
    await queryRows(
      db,
      sql<PackageRow>`select * from packages where id = ${id} and state = 'ready' and ${isVisible(caller)}`,
    )
  )[0]

/** For a site that has its address. */
export const findStoredZip = async (db: Db, id: number): Promise<Pick<PackageRow, 'id' | 'bytes'> | undefined> =>
  (
    await queryRows(
      db,
      sql<Pick<PackageRow, 'id' | 'bytes'>>`select id, bytes from packages where id = ${id} and state = 'ready'`,
    )
  )[0]

export async function listPackageRows(
  db: Database,
  caller: Uploader,
  { page, perPage, search }: { page: number; perPage: number; search: string },
): Promise<{ rows: PackageRow[]; total: number }> {
  const matching = sql<boolean>`state = 'ready' and ${isVisible(caller)}
    and (${search} = '' or strpos(lower(name || ' ' || slug), lower(${search})) > 0)`
  const [rows, counted] = await Promise.all([
    queryRows(
      db,
      sql<PackageRow>`select * from packages where ${matching} order by id desc
        limit ${perPage} offset ${(page - 1) * perPage}`,
    ),
    queryRows(db, sql<{ total: number }>`select count(*)::int as total from packages where ${matching}`),
  ])
  return { rows, total: oneRow(counted).total }
}

export async function deletePackageRow(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('packages').where('id', '=', id).execute()
}

const dayMs = 86_400_000

/** Packages that were not used since then, and uploads that were not finished within a day. */
export async function deleteOldPackages(db: Database, before: Date, limit: number): Promise<number> {
  const dayAgo = new Date(before.getTime() + (keepPackageDays - 1) * dayMs)
  const rows = await queryRows(
    db,
    sql`delete from packages where id in (select id from packages
        where used_at < ${before} or (state = 'uploading' and created_at < ${dayAgo}) limit ${limit}) returning id`,
  )
  return rows.length
}
