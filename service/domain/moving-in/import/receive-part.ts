import type { Context } from '../../../operation/context.ts'
import { Yielder } from '../../../operation/yield-to-event-loop.ts'
import { ExportReader, exportFileRefused, readScriptId } from '../export-file/export-reader.ts'
import { findScriptKeys } from '../export-script/export-script-store.ts'
import { scriptNotFound } from '../moving-in-errors.ts'
import { addFacts, deleteFacts } from '../parity/facts-store.ts'
import { readDashboard, readMoveInRecords } from './move-in-record.ts'
import { insertMoveIn, insertRecords, lockMoveIn, openReaderState, updateMoveIn } from './move-in-store.ts'
import { type Fact, readFact } from './read-facts.ts'
import type { MoveInRecord } from './record.ts'

/** More sites than any installation has: each takes milliseconds to read. */
const maxSites = 50_000

type PartContext = Pick<Context, 'db' | 'secrets' | 'clock' | 'actor' | 'recordChange'>

/** Reads the next lines of a file and stores its rows, sealed. The same part twice is stored once. */
export async function receivePart(context: PartContext, scriptId: string, part: number, lines: string) {
  const { db, secrets, clock, actor, recordChange } = context
  const keys = await findScriptKeys(db, secrets, scriptId, clock.now())
  if (!keys) throw scriptNotFound()
  if (part === 0 && readScriptId(lines) !== scriptId) throw exportFileRefused('its first line names another script.')
  return db.transaction().execute(async (trx) => {
    const { id } = await insertMoveIn(trx, { script_id: scriptId, created_by: actor.name, created_at: clock.now() })
    const moveIn = await lockMoveIn(trx, id)
    if (!moveIn || moveIn.state === 'imported') throw scriptNotFound()
    const answer = { move_in_id: id, next_part: moveIn.parts, complete: moveIn.state === 'received' }
    if (part < moveIn.parts) return answer
    if (part > moveIn.parts) throw exportFileRefused(`part ${moveIn.parts} is next, not part ${part}.`)
    const reader = new ExportReader(keys, openReaderState(secrets, moveIn.reader))
    const records: MoveInRecord[] = []
    const facts: Fact[] = []
    const yielder = new Yielder()
    let dashboard: ReturnType<typeof readDashboard> | undefined
    for (const { table, row } of reader.read(lines)) {
      if (table === 'dashboard') dashboard = readDashboard(row)
      // Opening a key takes a millisecond or two.
      records.push(...readMoveInRecords({ table, row }))
      const fact = readFact({ table, row })
      if (fact) facts.push(fact)
      await yielder.next()
    }
    if (records.filter(({ kind }) => kind === 'site').length > maxSites)
      throw exportFileRefused(`it has more than ${maxSites} sites.`)
    await insertRecords(trx, secrets, id, records)
    const source = dashboard?.source ?? moveIn.source
    if (dashboard) await deleteFacts(trx, source)
    await addFacts(trx, source, facts, clock.now())
    const { ended } = reader.state
    await updateMoveIn(
      trx,
      id,
      {
        parts: part + 1,
        reader: ended ? null : reader.state,
        state: ended ? 'received' : 'receiving',
        ...(dashboard && { source: dashboard.source, settings: JSON.stringify(dashboard.settings) }),
      },
      secrets,
    )
    await recordChange(trx)
    return { move_in_id: id, next_part: part + 1, complete: ended }
  })
}
