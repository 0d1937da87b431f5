import type { ChildSite, How } from '../child-site.ts'
import { ConnectorError } from '../errors.ts'
import { asMap, type WireMap } from '../reading/values.ts'
import { recheckUntilSettled } from '../recheck.ts'
import { startCursor } from '../snapshot/changes.ts'
import { readSnapshot } from '../snapshot/read-snapshot.ts'
import { syncFields } from '../snapshot/selection.ts'
import type { SiteSnapshot, SnapshotPart } from '../snapshot/snapshot.ts'
import type { ChildCall } from '../wire/caller.ts'
import { callForMap, type Kit } from './kit.ts'

export interface VerifiedChange {
  call: ChildCall
  /** The parts of the site that show the change; the first one is required. */
  shownBy: readonly [SnapshotPart, ...SnapshotPart[]]
  /** Whether a later reading shows the change. */
  happened(snapshot: SiteSnapshot): boolean
}

/** What is known after a change was sent once. */
export interface ChangeEvidence {
  /** The answer of the site; empty if unreadable. */
  reply: WireMap
  /** The error or refusal. */
  failure: ConnectorError | undefined
  /** The site afterwards; undefined if it could not be read. */
  snapshot: SiteSnapshot | undefined
}

/** After that the caller may help a site that does not answer; a slow one is then read once more, without this limit. */
const silenceMs = 5_000

const isSilence = (error: unknown) => error instanceof ConnectorError && error.code === 'svc_site_offline'

/**
 * Sends a change once and then reads the site. Lists in the answer itself are not used: within the call
 * that deletes something the site still lists it, and a site that lies would lie there, too. Throws if the call
 * certainly had no effect.
 */
export async function changeAndVerify(
  kit: Kit,
  site: ChildSite,
  change: VerifiedChange,
  how: How = {},
): Promise<ChangeEvidence> {
  const { call, shownBy, happened } = change
  const fields = { ...call.fields, ...selectionOf(kit, []) }
  const { reply, failure } = await send(kit, site, { ...call, fields }, how)
  let isHelped = false
  const help = async () => {
    isHelped = true
    await how.onSilence?.({ answered: failure === undefined })
  }
  if (isSilence(failure)) await help()
  const readBack = async (again: How) => {
    if (isHelped || !how.onSilence) return readParts(kit, site, shownBy, again)
    try {
      return await readParts(kit, site, shownBy, { ...again, deadlineMs: silenceMs })
    } catch (error) {
      if (isSilence(error)) await help()
      throw error
    }
  }
  const over = new ConnectorError('svc_site_error', 'The call is over.', { effect: 'possible' })
  const snapshot = await recheckUntilSettled(kit, failure ?? over, readBack, happened, how)
  return { reply, failure, snapshot: snapshot?.[shownBy[0]] === undefined ? undefined : snapshot }
}

async function send(
  kit: Kit,
  site: ChildSite,
  call: ChildCall,
  how: How,
): Promise<Pick<ChangeEvidence, 'reply' | 'failure'>> {
  try {
    return { reply: await callForMap(kit, site, call, how), failure: undefined }
  } catch (error) {
    // An error about the items is an outcome; a refusal or an unreachable site is not.
    const isOutcome = error instanceof ConnectorError && (error.mayHaveArrived || error.reason === 'child_error')
    if (!isOutcome) throw error
    return { reply: {}, failure: error }
  }
}

/** Reads only these parts. */
export async function readParts(
  kit: Kit,
  site: ChildSite,
  parts: readonly SnapshotPart[],
  how: How = {},
): Promise<SiteSnapshot> {
  const call: ChildCall = { function: 'stats', fields: selectionOf(kit, parts), deadline: 'sync' }
  return readSnapshot(asMap((await kit.caller.signed(site, call, how)).payload), { now: kit.clock.now() })
}

function selectionOf({ settings: { abandonedAfterDays } }: Kit, parts: readonly SnapshotPart[]) {
  return syncFields({ parts, cursor: startCursor, logRows: 0, abandonedAfterDays })
}
