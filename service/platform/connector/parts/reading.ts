import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { asMap, isMap } from '../reading/values.ts'
import { type ChangeCursor, startCursor } from '../snapshot/changes.ts'
import { readSnapshot } from '../snapshot/read-snapshot.ts'
import { syncFields } from '../snapshot/selection.ts'
import type { SiteSnapshot, SnapshotChanges, SnapshotPart } from '../snapshot/snapshot.ts'
import type { Kit } from './kit.ts'
import { tokenIn } from './registration.ts'

export interface ReadOptions {
  parts: readonly SnapshotPart[]
  /** With the part `changes`: the cursor of the last reading, and the maximum rows of the log (default 500). */
  cursor?: ChangeCursor
  logRows?: number
  /** Recent posts and pages per status, 1 to 30. */
  recentNumber?: number
}

export interface ReadingCalls {
  /** Reads the selected parts and nothing else. */
  readSite(site: ChildSite, wish: ReadOptions, how?: How): Promise<SiteSnapshot & { correctedUrl: string | null }>
  /** Reads both change streams to their end, or until `maxRows`; `more` means that there are more. */
  readChanges(
    site: ChildSite,
    cursor: ChangeCursor,
    options?: { maxRows?: number; pageRows?: number },
    how?: How,
  ): Promise<SnapshotChanges>
  /** A new token for reconnecting without a password. As secret as the key. */
  fetchToken(site: ChildSite, how?: How): Promise<string>
  /**
   * Makes `site.server` the dashboard that may register a new key. The key of the site stays, and so do all dashboards that
   * have it; each of them sets itself again with its next sync.
   */
  claimSite(site: ChildSite, how?: How): Promise<void>
}

export function readingCalls(kit: Kit): ReadingCalls {
  const { abandonedAfterDays } = kit.settings

  const readSite: ReadingCalls['readSite'] = async (site, wish, how) => {
    const { parts, cursor = startCursor, logRows = 500, recentNumber } = wish
    const fields = syncFields({ parts, cursor, logRows, abandonedAfterDays, recentNumber })
    const { payload, correctedUrl } = await kit.caller.signed(
      site,
      { function: 'stats', fields, deadline: 'sync' },
      how,
    )
    if (!isMap(payload)) {
      throw new ConnectorError('svc_unreadable_answer', 'The answer of the site is not a description of it.', {
        reason: 'unreadable',
      })
    }
    return { ...readSnapshot(payload, { now: kit.clock.now(), cursor, logRows }), correctedUrl }
  }

  const readChanges: ReadingCalls['readChanges'] = async (
    site,
    start,
    { maxRows = 2_000, pageRows = 500 } = {},
    how,
  ) => {
    const actions = new Map<string, SnapshotChanges['actions'][number]>()
    const log = new Map<string, NonNullable<SnapshotChanges['log']>[number]>()
    let [cursor, logRows, more] = [start, pageRows, true]
    // Each page either advances the cursor or requests more rows; a flood ends at maxRows.
    while (more && log.size < maxRows) {
      const { changes } = await readSite(site, { parts: ['changes'], cursor, logRows }, how)
      if (!changes) break
      for (const action of changes.actions) actions.set(action.key, action)
      const known = log.size
      for (const row of changes.log ?? []) log.set(row.key, row)
      more = changes.more
      // A whole page within the second that the cursor steps back: only a longer page gets past it.
      const stuck = changes.next.logAfter === cursor.logAfter
      cursor = changes.next
      if (more && stuck && logRows >= maxRows) break
      if (more && !stuck && log.size === known) break
      logRows = stuck ? Math.min(logRows * 4, maxRows) : pageRows
    }
    return { actions: [...actions.values()], log: [...log.values()], next: cursor, more }
  }

  return {
    readSite,
    readChanges,
    async claimSite(site, how) {
      const fields = {
        ...syncFields({ parts: [], cursor: startCursor, logRows: 0, abandonedAfterDays }),
        server: site.server,
      }
      await kit.caller.signed(site, { function: 'stats', fields, deadline: 'sync' }, how)
    },
    async fetchToken(site, how) {
      const fields = {
        ...syncFields({ parts: [], cursor: startCursor, logRows: 0, abandonedAfterDays }),
        sync_regverify: 1,
      }
      // A site that recognises our session does not determine the user of the token, and returns none.
      const stranger = { ...site, cookies: undefined }
      const { payload } = await kit.caller.signed(stranger, { function: 'stats', fields, deadline: 'sync' }, how)
      const token = tokenIn(asMap(payload).regverify_info)
      if (token === undefined)
        throw new ConnectorError(
          'svc_child_outdated',
          'The connector plugin gave no reconnect token; update it on the site.',
        )
      return token
    },
  }
}
