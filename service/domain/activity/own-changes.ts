import { ServiceError } from '../../operation/errors.ts'
import type { Database } from '../../platform/database/database.ts'
import { readSiteAddress } from '../sites/index.ts'
import {
  type AuditLine,
  findSitesNamed,
  holdAuditPlace,
  isAuditAhead,
  linesAfter,
  moveAuditPlace,
} from './audit-reading-store.ts'
import { insertChanges, type NewChange } from './change-store.ts'

const linesAtOnce = 500

/**
 * Takes what Flotilla did to sites from the audit trail into the change log. Done when somebody reads and by the
 * timetable; whoever comes second while it is being done has nothing to do.
 */
export async function takeInOwnChanges(db: Database): Promise<void> {
  if (!(await isAuditAhead(db))) return
  let read = linesAtOnce
  while (read === linesAtOnce) {
    read = await db.transaction().execute(async (trx) => {
      const place = await holdAuditPlace(trx)
      if (place === null) return 0
      const lines = await linesAfter(trx, place, linesAtOnce)
      if (lines.length === 0) return 0
      const told = lines.flatMap((line) => (isOfInterest(line) ? [{ line, subject: readSubject(line.subject) }] : []))
      const names = told.flatMap(({ subject }) => subject.sites)
      const found = await findSitesNamed(trx, names)
      await insertChanges(
        trx,
        told.flatMap(({ line, subject }) =>
          [...new Set(subject.sites.flatMap((name) => found.get(name) ?? []))].map((siteId) => ({
            ...toChange(line, subject),
            siteId,
          })),
        ),
      )
      await moveAuditPlace(trx, lines.at(-1)!.id)
      return lines.length
    })
  }
}

/**
 * Looking at a site is no change of it, and what was refused has changed nothing. Updates are told by the feature that
 * runs them, item by item.
 */
const isOfInterest = ({ operation, outcome }: AuditLine) =>
  !/^(sync|check)-/.test(operation) &&
  !/^(run-updates|update-all|update-one-site|update-site-(core|plugins|themes|translations))$/.test(operation) &&
  (outcome === 'ok' || outcome === 'svc_outcome_unknown')

export interface Subject {
  /** Numbers as text, and identities. */
  sites: string[]
  slugs: string[]
}

/** The audit line's subject is ours, but it may have been cut: what cannot be read names nothing. */
export function readSubject(text: string): Subject {
  let fields: Record<string, unknown> = {}
  try {
    fields = Object(JSON.parse(text))
  } catch {
    return { sites: [], slugs: [] }
  }
  const { site_id_or_domain, site_ids_or_domains, site_id, url } = fields
  const named = [site_id_or_domain ?? site_id ?? url, site_ids_or_domains].flat()
  return {
    sites: named.flatMap((name) => (typeof name === 'number' || typeof name === 'string' ? identify(name) : [])),
    slugs: [fields.slugs, fields.slug].flat().filter((slug) => typeof slug === 'string'),
  }
}

function identify(name: string | number): string[] {
  if (/^\d{1,15}$/.test(String(name))) return [String(name)]
  try {
    return [readSiteAddress(String(name)).identity]
  } catch (error) {
    if (error instanceof ServiceError) return []
    throw error
  }
}

function toChange({ id, at, operation, actor_name, outcome }: AuditLine, { slugs }: Subject): NewChange {
  const words = operation.replaceAll('-', ' ')
  const item = slugs.join(', ').slice(0, 200)
  const doubt = outcome === 'ok' ? '' : ' (nobody can say whether it happened)'
  return {
    source: 'flotilla',
    key: `audit ${id}`,
    at,
    type: typeOf(operation),
    action: operation,
    item,
    description: `${words.charAt(0).toUpperCase()}${words.slice(1)}${item === '' ? '' : `: ${item}`}${doubt}`,
    user: actor_name,
  }
}

const types: [RegExp, string][] = [
  [/plugin/, 'plugin'],
  [/theme/, 'theme'],
  [/translation/, 'translation'],
  [/core/, 'wordpress'],
]
const typeOf = (operation: string) => types.find(([words]) => words.test(operation))?.[1] ?? 'site'
