import type { ChildSite, How } from '../child-site.ts'
import { checkAgain } from '../doubt.ts'
import { ConnectorError } from '../errors.ts'
import { asMap, type WireMap } from '../reading/values.ts'
import { fromTheBeginning } from '../snapshot/changes.ts'
import { readSnapshot } from '../snapshot/read-snapshot.ts'
import { syncFields } from '../snapshot/selection.ts'
import type { SiteSnapshot, SnapshotPart } from '../snapshot/snapshot.ts'
import type { Call } from '../wire/caller.ts'
import { ask, type Kit } from './kit.ts'

export interface Change {
  call: Call
  /** The parts of the site that show whether it happened; the first one is indispensable. */
  shownBy: readonly [SnapshotPart, ...SnapshotPart[]]
  /** Whether a later look shows that it did happen. */
  happened(snapshot: SiteSnapshot): boolean
}

/** What is known after a change was sent, once. */
export interface Aftermath {
  /** What the site said; empty when it said nothing that can be read. */
  reply: WireMap
  /** Why it said nothing, or its refusal. */
  failure: ConnectorError | undefined
  /** The site afterwards; undefined when nobody could look. */
  snapshot: SiteSnapshot | undefined
}

/**
 * Sends a change once and then looks at the site. The list that some answers bring along is not used: within the call
 * that deletes something the site still names it, and a site that lies would lie there, too. Throws when the call
 * certainly had no effect.
 */
export async function changeAndVerify(kit: Kit, site: ChildSite, change: Change, how: How = {}): Promise<Aftermath> {
  const { call, shownBy, happened } = change
  const fields = { ...call.fields, ...selectionOf(kit, []) }
  const { reply, failure } = await send(kit, site, { ...call, fields }, how)
  const over = new ConnectorError('svc_site_error', 'The call is over.', { effect: 'possible' })
  const snapshot = await checkAgain(kit, failure ?? over, (again) => lookAt(kit, site, shownBy, again), happened, how)
  return { reply, failure, snapshot: snapshot?.[shownBy[0]] === undefined ? undefined : snapshot }
}

async function send(kit: Kit, site: ChildSite, call: Call, how: How): Promise<Pick<Aftermath, 'reply' | 'failure'>> {
  try {
    return { reply: await ask(kit, site, call, how), failure: undefined }
  } catch (error) {
    // An error of the site about the items themselves is an outcome; being refused or never having arrived is not.
    const isOutcome = error instanceof ConnectorError && (error.mayHaveArrived || error.reason === 'child_error')
    if (!isOutcome) throw error
    return { reply: {}, failure: error }
  }
}

/** Reads just these parts. */
export async function lookAt(
  kit: Kit,
  site: ChildSite,
  parts: readonly SnapshotPart[],
  how: How = {},
): Promise<SiteSnapshot> {
  const call: Call = { function: 'stats', fields: selectionOf(kit, parts), deadline: 'sync' }
  return readSnapshot(asMap((await kit.caller.signed(site, call, how)).payload), { now: kit.clock.now() })
}

function selectionOf({ settings: { abandonedAfterDays } }: Kit, parts: readonly SnapshotPart[]) {
  return syncFields({ parts, cursor: fromTheBeginning, logRows: 0, abandonedAfterDays })
}
