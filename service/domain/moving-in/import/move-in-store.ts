import { type Generated, type Selectable, sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { ReaderState } from '../export-file/export-reader.ts'
import type { MoveInKind, MoveInRecord } from './record.ts'

interface MoveInTable {
  id: Generated<number>
  script_id: string
  state: 'receiving' | 'received' | 'imported'
  /** Sealed. */
  reader: string | null
  /** Parts of the file that were read. */
  parts: Generated<number>
  source: Generated<string>
  settings: Generated<string>
  job_id: number | null
  created_by: string
  created_at: Date
}

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    move_ins: MoveInTable
    move_in_records: {
      move_in_id: number
      position: Generated<number>
      kind: MoveInKind
      old_id: number
      label: string
      identity: string | null
      has_key: boolean
      problem: string | null
      content: string
    }
    move_in_ids: { source: string; kind: MoveInKind; old_id: number; new_id: number }
  }
}

export type MoveInRow = Selectable<MoveInTable>

export const sealedMoveInColumns = ['move_ins.reader', 'move_in_records.content'] as const
const [readerColumn, contentColumn] = sealedMoveInColumns

export const insertMoveIn = (
  trx: Db,
  values: Pick<MoveInRow, 'script_id' | 'created_by' | 'created_at'>,
): Promise<MoveInRow> =>
  trx
    .insertInto('move_ins')
    .values({ ...values, state: 'receiving', reader: null, job_id: null })
    .onConflict((conflict) => conflict.column('script_id').doUpdateSet({ script_id: values.script_id }))
    .returningAll()
    .executeTakeFirstOrThrow()

/** Each unread dump holds hundreds of megabytes, and one that was refused is uploaded again: only the newest stay. */
export async function deleteOlderDumps(trx: Db, kept: number): Promise<void> {
  const isUnread = sql`script_id like 'dump-%' and state = 'receiving'`
  await sql`delete from move_ins where ${isUnread}
    and id not in (select id from move_ins where ${isUnread} order by id desc limit ${kept})`.execute(trx)
}

export const lockMoveIn = (trx: Db, id: number): Promise<MoveInRow | undefined> =>
  trx.selectFrom('move_ins').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const findMoveIn = (db: Db, id: number): Promise<MoveInRow | undefined> =>
  db.selectFrom('move_ins').selectAll().where('id', '=', id).executeTakeFirst()

export const listMoveInRows = (db: Db): Promise<MoveInRow[]> =>
  db.selectFrom('move_ins').selectAll().orderBy('id', 'desc').limit(100).execute()

export async function updateMoveIn(
  trx: Db,
  id: number,
  values: Partial<Omit<MoveInRow, 'id' | 'script_id' | 'reader'>> & { reader?: ReaderState | null },
  secrets: Secrets,
): Promise<void> {
  const { reader, ...columns } = values
  const sealed = reader === undefined ? {} : { reader: reader && secrets.seal(JSON.stringify(reader), readerColumn) }
  await trx
    .updateTable('move_ins')
    .set({ ...columns, ...sealed })
    .where('id', '=', id)
    .execute()
}

export const openReaderState = (secrets: Secrets, sealed: string | null): ReaderState | undefined =>
  // Sealed by updateMoveIn.
  sealed === null ? undefined : (JSON.parse(secrets.open(sealed, readerColumn)) as ReaderState)

export async function insertRecords(
  trx: Db,
  secrets: Secrets,
  moveInId: number,
  records: readonly MoveInRecord[],
): Promise<void> {
  const rows = records.map(({ kind, oldId, label, identity, hasKey, problem, content }) => ({
    ...{ kind, old_id: oldId, label, identity, has_key: hasKey, problem },
    content: secrets.seal(JSON.stringify(content), contentColumn),
  }))
  await sql`insert into move_in_records (move_in_id, kind, old_id, label, identity, has_key, problem, content)
    select ${moveInId}, given.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (kind text, old_id bigint, label text, identity text, has_key boolean, problem text, content text)`.execute(
    trx,
  )
}

/** A record without its sealed content. */
export interface RecordHead {
  position: number
  old_id: number
  label: string
  identity: string | null
  has_key: boolean
  problem: string | null
}

export const listRecordHeads = (db: Db, moveInId: number, kind: MoveInKind): Promise<RecordHead[]> =>
  queryRows(
    db,
    sql<RecordHead>`select position, old_id, label, identity, has_key, problem from move_in_records
      where move_in_id = ${moveInId} and kind = ${kind} order by old_id, position`,
  )

/** The contents of one kind, some hundred at a time: together they may not fit in memory. */
export async function* pagesOfContent<Content>(
  db: Db,
  secrets: Secrets,
  moveInId: number,
  kind: MoveInKind,
): AsyncGenerator<{ oldId: number; position: number; content: Content }[]> {
  let after = 0
  for (;;) {
    const rows = await queryRows(
      db,
      sql<{ position: number; old_id: number; content: string }>`select position, old_id, content from move_in_records
        where move_in_id = ${moveInId} and kind = ${kind} and position > ${after} order by position limit 300`,
    )
    if (rows.length === 0) return
    after = rows.at(-1)?.position ?? after
    yield rows.map((row) => ({
      oldId: row.old_id,
      position: row.position,
      // Sealed by insertRecords; the kind decides the type.
      content: JSON.parse(secrets.open(row.content, contentColumn)) as Content,
    }))
  }
}

export async function deleteRecords(trx: Db, moveInId: number): Promise<void> {
  await trx.deleteFrom('move_in_records').where('move_in_id', '=', moveInId).execute()
}

/** Ids of an earlier import of the same dashboard. */
export async function findMovedIds(db: Db, source: string, kind: MoveInKind): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('move_in_ids')
    .select(['old_id', 'new_id'])
    .where('source', '=', source)
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map(({ old_id, new_id }) => [old_id, new_id]))
}

export async function upsertMovedIds(
  trx: Db,
  source: string,
  kind: MoveInKind,
  ids: ReadonlyMap<number, number>,
): Promise<void> {
  await sql`insert into move_in_ids (source, kind, old_id, new_id)
    select ${source}, ${kind}, * from unnest(${[...ids.keys()]}::bigint[], ${[...ids.values()]}::bigint[])
    on conflict (source, kind, old_id) do update set new_id = excluded.new_id`.execute(trx)
}
