import type { LoggedChange, OutsideAction } from '../../platform/connector/snapshot/changes.ts'
import type { SnapshotChanges } from '../../platform/connector/snapshot/snapshot.ts'
import type { NewChange } from './change-store.ts'
import { type ChangeType, changeTypeOf } from './change-types.ts'

/** The changes in the two logs of a site, with descriptions. A change without a valid time gets the current time. */
export function readReportedChanges({ actions, log = [] }: SnapshotChanges, now: Date): NewChange[] {
  // The site logs to the second and sends the newest first: ids keep the order of the changes of one second.
  const inOrder = [...log].sort((one, other) => one.id - other.id)
  return [
    ...actions.filter((action) => !isAlsoLogged(action, log)).map((action) => fromAction(action, now)),
    ...inOrder.filter((row) => !isOwnLogin(row)).map((row) => fromLog(row, now)),
  ].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** User logged in, logged out, logged in with other sessions, logged in from the dashboard. */
const logins = [1570, 1575, 1580, 1596]

/** Flotilla logs in to register, to open the dashboard of the site and to read commercial updates: no change by others. */
const isOwnLogin = ({ typeId, userAgent }: LoggedChange) => logins.includes(typeId) && userAgent.includes('Flotilla')

const wordpressUpdated = 1960
const maxDifferenceMs = 10_000

/** Only an update of WordPress itself is in both logs. */
function isAlsoLogged({ context, at }: OutsideAction, log: readonly LoggedChange[]): boolean {
  if (context !== 'wordpress' || at === null) return false
  return log.some(
    (row) =>
      row.typeId === wordpressUpdated && row.at !== null && Math.abs(row.at.getTime() - at.getTime()) < maxDifferenceMs,
  )
}

function fromAction({ key, at, context, action, user, summary, itemName, itemSlug }: OutsideAction, now: Date) {
  const type = { plugins: 'plugin', themes: 'theme' }[context] ?? (context || 'other')
  const item = itemName || itemSlug
  return {
    source: 'site' as const,
    key: `action ${key}`,
    at: at ?? now,
    type,
    action: action || 'changed',
    item,
    description: withItem(`${capital(type)} ${action || 'changed'}`, item) || summary,
    user,
  }
}

function fromLog(row: LoggedChange, now: Date): NewChange {
  const type = typeOf(row)
  const label = type?.label ?? unknownLabel(row)
  const item = itemOf(row)
  return {
    source: 'site',
    key: `log ${row.key}`,
    at: row.at ?? now,
    type: type?.type ?? (row.context || 'other'),
    action: row.action || 'changed',
    item,
    description: withItem(label, item) + describeValues(row),
    user: row.user,
  }
}

/** The log has the same numbers for posts and pages; `postType` distinguishes them. */
function typeOf({ typeId, postType }: LoggedChange): ChangeType | undefined {
  const type = changeTypeOf(typeId)
  if (type?.type !== 'post' || postType !== 'page') return type
  return { type: 'page', label: type.label.replace(/\bpost\b/, 'page').replace(/^Post\b/, 'Page') }
}

const unknownLabel = ({ context, action, typeId }: LoggedChange) =>
  context === '' ? `Change of type ${typeId}` : `${capital(context.replaceAll(/[-_]/g, ' '))} ${action || 'changed'}`

/** The details that contain the name of the item; the first one found is used. */
const itemDetails = [
  'plugindata.name',
  'themedata.name',
  'posttitle',
  'pagetitle',
  'filename',
  'widgetname',
  'menuname',
  'targetusername',
  'categoryname',
  'tagname',
  'name',
  'title',
  'newversion',
  'slug',
]

function itemOf({ details }: LoggedChange): string {
  const values = new Map(details.map(({ name, value }) => [name.toLowerCase(), value]))
  for (const name of itemDetails) {
    const value = values.get(name)
    if (value) return value
  }
  return ''
}

function describeValues({ details }: LoggedChange): string {
  const detail = (key: string) => details.find(({ name }) => name.toLowerCase() === key)?.value
  const [before, after] = [detail('oldvalue'), detail('newvalue')]
  if (after === undefined) return ''
  return before === undefined ? ` to “${after}”` : ` from “${before}” to “${after}”`
}

const withItem = (label: string, item: string) => (item === '' ? label : `${label}: ${item}`)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
