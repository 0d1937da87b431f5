import type { ConnectorError } from './errors.ts'
import type { Plugin, Theme } from './snapshot/software.ts'

/** The outcome for one plugin, theme or translation. `unknown`: check again later, never just repeat. */
export interface ItemOutcome {
  slug: string
  name: string
  outcome: 'done' | 'failed' | 'unknown'
  oldVersion: string | null
  newVersion: string | null
  /** For failed and unknown ones. */
  code?: ItemCode
  message?: string
  /** Codes of WordPress, e.g. `download_failed`. */
  wordpressCodes?: string[]
  /** The update failed half-way and WordPress restored the old version. */
  rolledBack?: boolean
  /** The call was interrupted, and a check afterwards showed that nothing had changed. */
  interrupted?: boolean
  /** Done, but not by this call: the site had nothing left to do. */
  already?: boolean
}

export type ItemCode =
  | 'svc_not_installed'
  | 'svc_nothing_to_update'
  | 'svc_no_effect'
  | 'svc_skipped'
  | 'svc_update_failed'
  | 'svc_rolled_back'
  | 'svc_activation_failed'
  | 'svc_deactivation_failed'
  | 'svc_deletion_failed'
  | 'svc_theme_active'
  | 'svc_is_connector'
  | 'svc_outcome_unknown'

/** What a site reports about one updated item. */
export interface UpdateReport {
  name: string
  success: boolean
  /** Null if the site knew of no update, or failed before it could know. */
  oldVersion: string | null
  version: string | null
  error: string
  wordpressCodes: string[]
  rolledBack: boolean
}

/** Everything known about one item when its outcome is determined. */
export interface UpdateEvidence {
  slug: string
  /** The version before, as the caller knew it. */
  known: string | null
  report: UpdateReport | undefined
  /** Why there is no report. */
  failure: ConnectorError | undefined
  /** The item as a later check shows it; null if it does not exist, undefined if there was no check. */
  seen: { name: string; version: string | null } | null | undefined
}

/** Updated means that the version changed; a report alone is no proof. */
export function determineUpdateOutcome({ slug, known, report, failure, seen }: UpdateEvidence): ItemOutcome {
  const before = report?.oldVersion ?? known
  const after = seen === undefined ? (report?.version ?? null) : (seen?.version ?? null)
  const name = seen?.name || report?.name || slug
  const outcome = (fields: Omit<ItemOutcome, 'slug' | 'name' | 'oldVersion' | 'newVersion'>): ItemOutcome => {
    return { slug, name, oldVersion: before, newVersion: after, ...fields }
  }
  const failed = (code: ItemCode, message: string) =>
    outcome({ outcome: 'failed', code, message, ...detailsOf(report) })
  const unknown = () =>
    outcome({
      outcome: 'unknown',
      code: 'svc_outcome_unknown',
      message: `It is not known yet whether ${name} was updated: ${failure?.message}`,
    })
  if (seen === null && failure?.effect === 'may-still-run') return unknown()
  if (seen === null) return failed('svc_not_installed', `${name} is not installed on the site.`)
  // A failure that the site reports is accepted, unless the version it started from has changed.
  const changed = after !== null && before !== null && after !== before
  if (changed && (!report || report.success || report.oldVersion !== null))
    return outcome({ outcome: 'done', ...(report && report.oldVersion === null && { already: true }) })
  if (report?.wordpressCodes.includes('incompatible_php_required_version'))
    return failed(
      report.rolledBack ? 'svc_rolled_back' : 'svc_update_failed',
      `${name} needs a newer PHP than the site has, so WordPress did not install it.`,
    )
  if (report?.rolledBack)
    return failed(
      'svc_rolled_back',
      withReason(`${name} could not be updated; WordPress restored ${after ?? 'the old version'} back`, report),
    )
  if (report && !report.success) return failed('svc_update_failed', withReason(`${name} could not be updated`, report))
  if (report && report.oldVersion === null)
    return failed('svc_nothing_to_update', `The site has no update for ${name}; sync it to see what it offers.`)
  if (report)
    return failed('svc_no_effect', `The site reported success, but ${name} is still at version ${after ?? 'unknown'}.`)
  if (!failure)
    return failed(
      'svc_skipped',
      `The site skipped ${name}; its WordPress or PHP is probably too old for the new version.`,
    )
  if (seen === undefined || failure.effect === 'may-still-run') return unknown()
  return {
    ...failed('svc_update_failed', `${name} was not updated: ${failure.message}`),
    ...describeInterruption(failure),
  }
}

/** A refusal with text is an answer; everything else was interrupted. */
export const describeInterruption = ({ reason }: ConnectorError) =>
  reason === 'child_error' ? {} : { interrupted: true }

function detailsOf(report: UpdateReport | undefined): Pick<ItemOutcome, 'wordpressCodes' | 'rolledBack'> {
  if (!report) return {}
  const { wordpressCodes, rolledBack } = report
  return { ...(wordpressCodes.length > 0 && { wordpressCodes }), ...(rolledBack && { rolledBack }) }
}

function withReason(sentence: string, { error, wordpressCodes }: UpdateReport): string {
  const reason = error || wordpressCodes.join(', ')
  return reason === '' ? `${sentence}.` : `${sentence}: ${reason}`
}

export type SoftwareAction = 'activate' | 'deactivate' | 'delete'

export interface ActionEvidence {
  slug: string
  action: SoftwareAction
  /** False if the site acted on nothing of that name. */
  touched: boolean
  failure: ConnectorError | undefined
  seen: Plugin | Theme | null | undefined
}

/** Decides by the state of the item afterwards, not by the word SUCCESS. */
export function determineActionOutcome({ slug, action, touched, failure, seen }: ActionEvidence): ItemOutcome {
  const name = seen?.name || slug
  const version = seen?.version ?? null
  const outcome = (fields: Pick<ItemOutcome, 'outcome' | 'code' | 'message'>): ItemOutcome => {
    return { slug, name, oldVersion: version, newVersion: version, ...fields }
  }
  const failed = (code: ItemCode, message: string) => outcome({ outcome: 'failed', code, message })
  const because = failure ? ` ${failure.message}` : ''
  if (seen === null) {
    const gone = action === 'delete' && (touched || failure)
    return gone ? outcome({ outcome: 'done' }) : failed('svc_not_installed', `${name} is not installed on the site.`)
  }
  if (seen && action !== 'delete' && seen.active === (action === 'activate')) return outcome({ outcome: 'done' })
  if (seen === undefined || failure?.effect === 'may-still-run') {
    return outcome({
      outcome: 'unknown',
      code: 'svc_outcome_unknown',
      message: `The outcome for ${name} is not known yet.${because}`,
    })
  }
  if ('isConnector' in seen && seen.isConnector)
    return failed('svc_is_connector', `${name} is the connector; without it the site could not be managed.`)
  if (action === 'activate')
    return failed(
      'svc_activation_failed',
      `${name} stayed inactive; it breaks when activated or its requirements are not met.${because}`,
    )
  if (action === 'deactivate') return failed('svc_deactivation_failed', `${name} stayed active.${because}`)
  return failed(
    'svc_deletion_failed',
    `${name} is still there; the site may not be allowed to delete its files.${because}`,
  )
}
