import { partialOutcome } from '../../operation/audit.ts'
import { abandonedOutcome } from '../../operation/audit-store.ts'
import { ServiceError } from '../../operation/errors.ts'
import { isFailedCall } from '../../platform/connector/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import { readSiteAddress } from '../sites/index.ts'
import {
  findSiteIds,
  hasNewAuditLines,
  listAuditLinesAfter,
  lockAuditPosition,
  type StoredAuditLine,
  updateAuditPosition,
} from './audit-line-store.ts'
import { insertChanges, type NewChange } from './change-store.ts'

/** The ends of descriptions of changes with an unknown outcome; the second is that of 0.1.0. */
export const unknownOutcomeSuffixes = [' (outcome unknown)', ' (nobody can say whether it happened)'] as const

const batchSize = 500

/**
 * Imports the changes made through Flotilla from the audit trail into the change log, before every read and on a schedule.
 * Returns at once while another process imports them.
 */
export async function importAuditedChanges(db: Database): Promise<void> {
  if (!(await hasNewAuditLines(db))) return
  let read = batchSize
  while (read === batchSize) {
    read = await db.transaction().execute(async (trx) => {
      const position = await lockAuditPosition(trx)
      if (position === null) return 0
      const lines = await listAuditLinesAfter(trx, position, batchSize)
      const last = lines.at(-1)
      if (!last) return 0
      const relevant = lines.flatMap((line) =>
        isSiteChange(line) ? [{ line, subject: readSubject(line.subject) }] : [],
      )
      const refs = relevant.flatMap(({ subject }) => subject.sites)
      const found = await findSiteIds(trx, refs)
      await insertChanges(
        trx,
        relevant.flatMap(({ line, subject }) =>
          [...new Set(subject.sites.flatMap((ref) => found.get(ref) ?? []))].map((siteId) => ({
            ...toChange(line, subject),
            siteId,
          })),
        ),
      )
      await updateAuditPosition(trx, last.id)
      return lines.length
    })
  }
}

/** Their history has every attempt; another process goes on with a job whose process ended. */
const updateOperations = /^(run-updates|update-all|update-one-site|update-site-(core|plugins|themes|translations))$/

/** Operations that know the outcome of each item insert their own changes, unless their process ended before. */
const itemOperations = [
  /^((de)?activate|delete)-site-(plugins|themes?)$/,
  /^moderate-comments?$/,
  /^(create|edit|delete|update)-(post|page)(-status)?$/,
  /^(edit|delete)-site-user$/,
]

const importedOutcomes = new Set(['ok', partialOutcome, 'svc_outcome_unknown', 'svc_change_unconfirmed'])

/** Reads and refused calls change nothing; an attempt that failed on the site is part of the log. */
const isSiteChange = ({ operation, outcome }: StoredAuditLine) =>
  !/^(sync|check)-/.test(operation) &&
  !updateOperations.test(operation) &&
  (outcome === abandonedOutcome ||
    ((importedOutcomes.has(outcome) || isFailedCall(outcome)) &&
      !itemOperations.some((pattern) => pattern.test(operation))))

export interface Subject {
  /** Ids as text, and identities. */
  sites: string[]
  slugs: string[]
}

/** A subject may have been cut; an unreadable one has no sites. */
export function readSubject(text: string): Subject {
  let fields: Record<string, unknown> = {}
  try {
    fields = Object(JSON.parse(text))
  } catch {
    return { sites: [], slugs: [] }
  }
  const { site_id_or_domain, site_ids_or_domains, site_id, url } = fields
  const refs = [site_id_or_domain ?? site_id ?? url, site_ids_or_domains].flat()
  return {
    sites: refs.flatMap((ref) => (typeof ref === 'number' || typeof ref === 'string' ? toIdentity(ref) : [])),
    slugs: [fields.slugs, fields.slug].flat().filter((slug) => typeof slug === 'string'),
  }
}

function toIdentity(ref: string | number): string[] {
  if (/^\d{1,15}$/.test(String(ref))) return [String(ref)]
  try {
    return [readSiteAddress(String(ref)).identity]
  } catch (error) {
    if (error instanceof ServiceError) return []
    throw error
  }
}

/** Of a call for several sites it is not recorded which of them failed. */
const suffixes: Record<string, string> = { [partialOutcome]: ' (only on some of the sites)' }

function toChange({ id, at, operation, actor_name, outcome }: StoredAuditLine, { slugs }: Subject): NewChange {
  const label = operation.replaceAll('-', ' ')
  const item = slugs.join(', ').slice(0, 200)
  const isFailed = isFailedCall(outcome)
  const suffix =
    outcome === 'ok' ? '' : isFailed ? ` (failed: ${outcome})` : (suffixes[outcome] ?? unknownOutcomeSuffixes[0])
  return {
    source: 'flotilla',
    outcome: outcome === 'ok' ? 'done' : isFailed ? 'failed' : 'unknown',
    key: `audit ${id}`,
    at,
    type: typeOf(operation),
    action: operation,
    item,
    description: `${label.charAt(0).toUpperCase()}${label.slice(1)}${item === '' ? '' : `: ${item}`}${suffix}`,
    user: actor_name,
  }
}

const types: [RegExp, string][] = [
  [/plugin/, 'plugin'],
  [/theme/, 'theme'],
  [/translation/, 'translation'],
  [/core/, 'wordpress'],
]
const typeOf = (operation: string) => types.find(([pattern]) => pattern.test(operation))?.[1] ?? 'site'
