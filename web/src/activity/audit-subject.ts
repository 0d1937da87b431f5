import { settingPages } from '../settings/setting-pages.ts'
import { activityTexts } from './activity-texts.ts'
import { fieldTexts } from './field-texts.ts'
import { valueTexts } from './value-texts.ts'

const max = 160

/** Shown in other places of a line; of repeated refusals the number and the time of the line are enough. */
const shownElsewhere = ['job_id', 'repeats', 'user_id', 'key_id', 'since', 'until']

/** The recorded input of an operation (JSON) as one line: "Site: 3, Items: akismet". */
export function auditSubject(subject: string, { withoutSites = false } = {}): string {
  let fields: unknown
  try {
    fields = JSON.parse(subject)
  } catch {
    return subject
  }
  if (typeof fields !== 'object' || fields === null) return String(fields)
  const line = Object.entries(fields)
    .flatMap(([name, value]) => {
      if (value === null || shownElsewhere.includes(name)) return []
      if (withoutSites && /^(site_id|site_ids)(_or_domains?)?$/.test(name)) return []
      if (!Array.isArray(value) || value.length > 0) return [`${fieldLabel(name)}: ${textOf(value)}`]
      // An empty list of sites means all of them; other empty lists are no choice.
      return name.startsWith('site_ids') ? [activityTexts.allSites] : []
    })
    .join(', ')
  return line.length > max ? `${line.slice(0, max)}…` : line
}

const own = (texts: object, name: string): string | undefined =>
  Object.hasOwn(texts, name) ? (texts as Readonly<Record<string, string>>)[name] : undefined

const settingLabels: ReadonlyMap<string, string> = new Map(
  Object.values(settingPages).flatMap((sections) =>
    sections.flatMap(({ settings }) => settings.map(({ key, label }) => [key, label] as const)),
  ),
)

/** The label of a field or setting; of others the name in the API, without underscores. */
const fieldLabel = (name: string): string =>
  own(fieldTexts as object, name) ?? settingLabels.get(name) ?? name.replaceAll('_', ' ').trim()

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(' ')
  if (typeof value === 'object' && value !== null)
    return Object.entries(value)
      .map(([name, each]) => `${fieldLabel(name)}: ${textOf(each)}`)
      .join('; ')
  return own(valueTexts as object, String(value)) ?? String(value)
}
