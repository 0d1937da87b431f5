import type { ChildSite, How } from '../child-site.ts'
import { describeInterruption, type ItemCode } from '../outcomes.ts'
import { asMap } from '../reading/values.ts'
import { shownVersion } from '../reading/versions.ts'
import type { SiteSnapshot } from '../snapshot/snapshot.ts'
import { type ChangeEvidence, changeAndVerify, readParts } from './change.ts'
import type { Kit } from './kit.ts'

export interface CoreOutcome {
  /** `current`: nothing to update. */
  outcome: 'done' | 'current' | 'failed' | 'unknown'
  oldVersion: string | null
  newVersion: string | null
  message?: string
  /** For failed and unknown ones. */
  code?: ItemCode
  /** The call was interrupted, and a check afterwards showed no change. */
  interrupted?: boolean
  /** Done, but not by this call: the site had nothing left to do. */
  already?: boolean
  snapshot?: SiteSnapshot
}

export interface CoreUpdateCalls {
  /** Updates WordPress itself. `version`: the installed one, if known. */
  updateCore(site: ChildSite, known?: { version?: string | null | undefined }, how?: How): Promise<CoreOutcome>
}

export function coreUpdateCalls(kit: Kit): CoreUpdateCalls {
  return {
    updateCore: (site, known, how) =>
      kit.locks.hold(site.id, async () => {
        const before = known?.version ?? (await readParts(kit, site, [], how)).wordpressVersion
        const happened = ({ wordpressVersion }: SiteSnapshot) =>
          wordpressVersion !== null && wordpressVersion !== before
        const call = { function: 'upgrade', deadline: 'core' } as const
        const aftermath = await changeAndVerify(kit, site, { call, shownBy: ['coreUpdate', 'security'], happened }, how)
        return { ...determineOutcome(aftermath, before), ...(aftermath.snapshot && { snapshot: aftermath.snapshot }) }
      }),
  }
}

function determineOutcome({ reply, failure, snapshot }: ChangeEvidence, known: string | null): CoreOutcome {
  const before = shownVersion(reply.old_version) ?? known
  const reported = shownVersion(reply.version)
  const after = snapshot ? snapshot.wordpressVersion : reported
  const base = { oldVersion: before, newVersion: after ?? before }
  const failed = (message: string, code: ItemCode = 'svc_update_failed'): CoreOutcome => {
    return { ...base, outcome: 'failed', code, message }
  }
  if (after !== null && before !== null && after !== before) {
    const already = !failure && reported === null
    return { ...base, outcome: 'done', ...(already && { already }) }
  }
  if (failure?.effect === 'may-still-run' || (failure?.mayHaveArrived && !snapshot)) {
    return {
      ...base,
      outcome: 'unknown',
      code: 'svc_outcome_unknown',
      message: `It is not known yet whether WordPress was updated. ${failure.message}`,
    }
  }
  if (failure) return { ...failed(`WordPress was not updated. ${failure.message}`), ...describeInterruption(failure) }
  if (reply.upgrade === 'SUCCESS' && reported === null) return { ...base, outcome: 'current' }
  if (reply.upgrade === 'SUCCESS')
    return failed(`The site reported success, but WordPress is still at version ${after}.`, 'svc_no_effect')
  if (reply.upgrade === 'NORESPONSE')
    return { ...base, outcome: 'current', message: 'WordPress offers no update for this site.' }
  const codes = asMap(reply.other_data).upgrade_error_codes
  const detail = typeof codes === 'string' && /^[\w, -]{1,200}$/.test(codes) ? ` (${codes})` : ''
  return failed(`WordPress could not update itself${detail}; see the update page of the site.`)
}
