import { type AuditAnchor, readAuditAnchor, writeAuditAnchor } from '../../platform/audit-anchor-file.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { messageOf } from '../../platform/error-facts.ts'
import type { Logger } from '../../platform/log.ts'
import { type AuditKey, authenticate } from './audit-seal.ts'
import { findLine, findNewestLine, findPurged, findRestoreAfter, verifyAuditTrail } from './verify-store.ts'

const anchorMac = (key: AuditKey, { line, seal, at }: Pick<AuditAnchor, 'line' | 'seal' | 'at'>): string =>
  authenticate(key, 'anchor', [line, seal, at])

/** How an anchor relates to the database. Every state has a sentence in `flotilla doctor`. */
export type AnchorState =
  /** There is no file. */
  | 'missing'
  /** Not an anchor, or changed. */
  | 'unreadable'
  /** Written with another key: of another installation, or the database was restored to a time before the key. */
  | 'other key'
  /** The database has the anchored line, or retention has removed it. */
  | 'contained'
  /** The newest line of the database is older than the anchor. */
  | 'newer'
  /** The database has another line with this number, or none. */
  | 'different'
  /** As `newer` or `different`, and the trail has a valid line of a restored backup from after the anchor. */
  | 'restored'

export interface AnchorCheck {
  state: AnchorState
  anchor: AuditAnchor | null
}

export async function checkAnchor(db: Database, key: AuditKey, path: string): Promise<AnchorCheck> {
  const anchor = await readAuditAnchor(path)
  if (anchor === undefined) return { state: 'missing', anchor: null }
  if (anchor === null) return { state: 'unreadable', anchor }
  if (anchor.key !== key.id) return { state: 'other key', anchor }
  if (anchor.mac !== anchorMac(key, anchor)) return { state: 'unreadable', anchor: null }
  if ((await findLine(db, anchor.line))?.seal === anchor.seal) return { state: 'contained', anchor }
  const purged = await findPurged(db)
  const isLastPurged = anchor.line === purged.last_line && anchor.seal === purged.last_seal
  if (isLastPurged || anchor.line < purged.last_line) return { state: 'contained', anchor }
  if (await findRestoreAfter(db, key, new Date(anchor.at))) return { state: 'restored', anchor }
  const newest = await findNewestLine(db)
  return { state: (newest?.line ?? 0) < anchor.line ? 'newer' : 'different', anchor }
}

export interface AnchorParts {
  db: Database
  clock: Clock
  log: Logger
  key: AuditKey
  path: string
  /** Adds a line to the trail before an anchor is created where none was: a removed anchor leaves a trace that it then protects. */
  recordCreation?(path: string): Promise<void>
}

/**
 * Writes the newest line to the file, after verifying what was added since the last time. It does not move an anchor that the database
 * contradicts. Returns the anchored line, or the reason why there is no new one.
 */
export async function moveAnchor({
  db,
  clock,
  key,
  path,
  recordCreation,
}: Omit<AnchorParts, 'log'>): Promise<number | AnchorState | 'broken'> {
  const { state, anchor } = await checkAnchor(db, key, path)
  if (state !== 'missing' && state !== 'contained' && state !== 'restored') return state
  if (state === 'contained' && anchor) {
    const { last_line, last_seal } = await findPurged(db)
    const after = anchor.line >= last_line ? anchor : { line: last_line, seal: last_seal }
    const { problem, last } = await verifyAuditTrail(db, key, { after })
    if (problem) return 'broken'
    return last.line > anchor.line ? writeAnchor({ clock, key, path }, last) : anchor.line
  }
  if (!(await findNewestLine(db))) return 0
  if (state === 'missing') await recordCreation?.(path)
  const newest = await findNewestLine(db)
  return newest ? writeAnchor({ clock, key, path }, newest) : 0
}

async function writeAnchor(
  { clock, key, path }: Pick<AnchorParts, 'clock' | 'key' | 'path'>,
  { line, seal }: { line: number; seal: string },
): Promise<number> {
  const position = { line, seal, at: clock.now().toISOString() }
  await writeAuditAnchor(path, { ...position, key: key.id, mac: anchorMac(key, position) })
  return line
}

const intervalMs = 10_000
const logEveryMs = 3_600_000

/** Moves the anchor every ten seconds. Each process does this in its data folder. */
export function keepAnchored(parts: AnchorParts): { stop(): Promise<void> } {
  const { clock, log, db, path } = parts
  let seen: number | undefined
  let loggedAt = 0
  let reported = ''
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function move(isLast = false): Promise<void> {
    const newest = await findNewestLine(db)
    if (!newest || (newest.line === seen && !isLast)) return
    const result = await moveAnchor(parts)
    if (typeof result === 'number') {
      seen = result
      reported = ''
      const now = clock.now().getTime()
      // The log is a second place outside of the database, often on another machine.
      if (isLast || now - loggedAt >= logEveryMs) log.info({ line: newest.line, seal: newest.seal }, 'audit head')
      if (now - loggedAt >= logEveryMs) loggedAt = now
    } else if (result !== reported) {
      reported = result
      log.error({ path, state: result }, 'the audit trail does not continue its anchor; run flotilla doctor')
    }
  }
  const attempt = (isLast = false) =>
    move(isLast).catch((error) => log.warn({ reason: messageOf(error) }, 'the audit head was not anchored'))
  const next = () => {
    cancel = clock.after(intervalMs, () => {
      running = attempt().finally(() => {
        if (!stopped) next()
      })
    })
  }
  next()
  return {
    async stop() {
      stopped = true
      cancel()
      await running
      await attempt(true)
    },
  }
}
