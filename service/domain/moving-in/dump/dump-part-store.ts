import { sql } from 'kysely'
import { type Db, queryRows } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'

declare module '../../../platform/database/tables.ts' {
  interface Tables {
    move_in_dump_parts: { move_in_id: number; file: DumpFile; part: number; content: string; is_last: boolean }
  }
}

export const dumpFiles = ['dump', 'keys'] as const
export type DumpFile = (typeof dumpFiles)[number]

export const sealedDumpColumn = 'move_in_dump_parts.content'

/** The parts that are stored of each file: how many, and whether the last one is there. */
export interface StoredParts {
  file: DumpFile
  parts: number
  is_complete: boolean
}

export const listStoredParts = (db: Db, moveInId: number): Promise<StoredParts[]> =>
  queryRows(
    db,
    sql<StoredParts>`select file, count(*)::int as parts, bool_or(is_last) as is_complete from move_in_dump_parts
      where move_in_id = ${moveInId} group by file`,
  )

export async function insertDumpPart(
  trx: Db,
  secrets: Secrets,
  part: { moveInId: number; file: DumpFile; part: number; content: string; isLast: boolean },
): Promise<void> {
  await trx
    .insertInto('move_in_dump_parts')
    .values({
      move_in_id: part.moveInId,
      file: part.file,
      part: part.part,
      content: secrets.seal(part.content, sealedDumpColumn),
      is_last: part.isLast,
    })
    .execute()
}

/** The bytes of a file, one part at a time. */
export async function* readStoredFile(
  db: Db,
  secrets: Secrets,
  moveInId: number,
  file: DumpFile,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part++) {
    const row = await db
      .selectFrom('move_in_dump_parts')
      .select('content')
      .where('move_in_id', '=', moveInId)
      .where('file', '=', file)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!row) return
    yield Buffer.from(secrets.open(row.content, sealedDumpColumn), 'base64')
  }
}

export async function deleteDumpParts(trx: Db, moveInId: number, file?: DumpFile): Promise<void> {
  const query = trx.deleteFrom('move_in_dump_parts').where('move_in_id', '=', moveInId)
  await (file === undefined ? query : query.where('file', '=', file)).execute()
}
