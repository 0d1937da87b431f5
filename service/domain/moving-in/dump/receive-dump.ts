import type { Context } from '../../../operation/context.ts'
import { Yielder } from '../../../operation/yield-to-event-loop.ts'
import { readDashboard, readMoveInRecords } from '../import/move-in-record.ts'
import {
  deleteOlderDumps,
  deleteRecords,
  insertMoveIn,
  insertRecords,
  lockMoveIn,
  type MoveInRow,
  updateMoveIn,
} from '../import/move-in-store.ts'
import { type Fact, readFact } from '../import/read-facts.ts'
import type { MoveInRecord } from '../import/record.ts'
import { moveInNotFound, moveInNotReady } from '../moving-in-errors.ts'
import { addFacts, deleteFacts } from '../parity/facts-store.ts'
import { dumpRefused } from './dump-errors.ts'
import { type DumpFile, deleteDumpParts, insertDumpPart, listStoredParts, readStoredFile } from './dump-part-store.ts'
import { readKeyArchive } from './key-archive.ts'
import { findInstallation, recordsOfDump } from './read-dump.ts'

/** About 600 MB of a compressed dump. */
export const maxDumpParts = 500
const maxUnreadDumps = 3

type PartContext = Pick<Context, 'db' | 'secrets' | 'clock' | 'actor' | 'recordChange'>

export interface DumpPart {
  upload_id: string
  file: DumpFile
  part: number
  content: string
  last: boolean
}

/** Stores the next part of a file; a part that is stored already is accepted again, and part 0 of a complete file replaces it. */
export async function receiveDumpPart(context: PartContext, { upload_id, file, part, content, last }: DumpPart) {
  const { db, secrets, clock, actor, recordChange } = context
  return db.transaction().execute(async (trx) => {
    const script_id = `dump-${upload_id}`
    const { id } = await insertMoveIn(trx, { script_id, created_by: actor.name, created_at: clock.now() })
    const moveIn = await lockMoveIn(trx, id)
    if (!moveIn || moveIn.state === 'imported') throw moveInNotFound(id)
    const parts = await listStoredParts(trx, id)
    if (parts.length === 0) await deleteOlderDumps(trx, maxUnreadDumps)
    let stored = parts.find((each) => each.file === file)
    if (stored?.is_complete && part === 0) {
      await deleteDumpParts(trx, id, file)
      stored = undefined
    }
    const next = stored?.parts ?? 0
    if (part > next) throw dumpRefused(`part ${next} of the file is next, not part ${part}.`)
    if (part === next && !stored?.is_complete)
      await insertDumpPart(trx, secrets, { moveInId: id, file, part, content, isLast: last })
    await recordChange(trx)
    return { move_in_id: id, next_part: Math.max(next, part + 1), complete: last || (stored?.is_complete ?? false) }
  })
}

/** A dump that is not complete cannot be read. Key files are optional: old installations have none. */
export async function requireDump(
  context: Pick<Context, 'db'>,
  moveIn: MoveInRow | undefined,
  id: number,
): Promise<void> {
  if (!moveIn?.script_id.startsWith('dump-')) throw moveInNotFound(id)
  if (moveIn.state === 'imported') throw moveInNotFound(id)
  const stored = await listStoredParts(context.db, id)
  if (!stored.some((each) => each.file === 'dump') || stored.some((each) => !each.is_complete)) throw moveInNotReady()
}

const batch = 500

/** Reads the stored files into records, in one transaction: an interrupted reading changes nothing and is repeated. */
export async function readStoredDump(
  { db, secrets, clock }: Pick<Context, 'db' | 'secrets' | 'clock'>,
  moveInId: number,
  prefix: string | undefined,
): Promise<{ sites: number; key_files: number }> {
  const open = () => readStoredFile(db, secrets, moveInId, 'dump')
  const stored = await listStoredParts(db, moveInId)
  const hasKeys = stored.some(({ file }) => file === 'keys')
  const keys = hasKeys ? await readKeyArchive(readStoredFile(db, secrets, moveInId, 'keys')) : new Map<string, Buffer>()
  const installation = await findInstallation(open, prefix)
  let sites = 0
  await db.transaction().execute(async (trx) => {
    const moveIn = await lockMoveIn(trx, moveInId)
    if (!moveIn || moveIn.state === 'imported') throw moveInNotFound(moveInId)
    await deleteRecords(trx, moveInId)
    let [records, facts]: [MoveInRecord[], Fact[]] = [[], []]
    let source = ''
    const flush = async () => {
      await insertRecords(trx, secrets, moveInId, records)
      await addFacts(trx, source, facts, clock.now())
      ;[records, facts] = [[], []]
    }
    const yielder = new Yielder()
    for await (const record of recordsOfDump(open, installation, keys)) {
      if (record.table === 'dashboard') {
        const dashboard = readDashboard(record.row)
        source = dashboard.source
        await deleteFacts(trx, source)
        await updateMoveIn(trx, moveInId, { source, settings: JSON.stringify(dashboard.settings) }, secrets)
      }
      const read = readMoveInRecords(record)
      sites += read.filter(({ kind }) => kind === 'site').length
      if (sites > 50_000) throw dumpRefused('it has more than 50,000 sites.')
      records.push(...read)
      const fact = readFact(record)
      if (fact) facts.push(fact)
      if (records.length + facts.length >= batch) await flush()
      await yielder.next()
    }
    await flush()
    await deleteDumpParts(trx, moveInId)
    await updateMoveIn(trx, moveInId, { state: 'received' }, secrets)
  })
  return { sites, key_files: keys.size }
}
