import type { LoggedChange, OutsideAction } from '../../platform/connector/snapshot/changes.ts'
import type { SnapshotChanges } from '../../platform/connector/snapshot/snapshot.ts'
import type { NewChange } from './change-store.ts'
import { type ChangeType, changeTypeOf } from './change-types.ts'

/** What a site told of its two logs, in words. What it gives no credible time for counts as of now. */
export function readReportedChanges({ actions, log = [] }: SnapshotChanges, now: Date): NewChange[] {
  return [
    ...actions.filter((action) => !isAlsoLogged(action, log)).map((action) => fromAction(action, now)),
    ...log.map((row) => fromLog(row, now)),
  ]
}

const wordpressUpdated = 1960
const sameMomentMs = 10_000

/** An update of WordPress itself is the one thing that stands in both logs. */
function isAlsoLogged({ context, at }: OutsideAction, log: readonly LoggedChange[]): boolean {
  if (context !== 'wordpress' || at === null) return false
  return log.some(
    (row) =>
      row.typeId === wordpressUpdated && row.at !== null && Math.abs(row.at.getTime() - at.getTime()) < sameMomentMs,
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
  const kind = kindOfLogged(row)
  const words = kind?.words ?? unknownKind(row)
  const item = itemOf(row)
  return {
    source: 'site',
    key: `log ${row.key}`,
    at: row.at ?? now,
    type: kind?.type ?? (row.context || 'other'),
    action: row.action || 'changed',
    item,
    description: withItem(words, item) + changeOfValue(row),
    user: row.user,
  }
}

/** The site's log calls posts and pages by the same numbers and says beside it which of the two it was. */
function kindOfLogged({ typeId, postType }: LoggedChange): ChangeType | undefined {
  const kind = changeTypeOf(typeId)
  if (kind?.type !== 'post' || postType !== 'page') return kind
  return { type: 'page', words: kind.words.replace(/\bpost\b/, 'page').replace(/^Post\b/, 'Page') }
}

const unknownKind = ({ context, action, typeId }: LoggedChange) =>
  context === '' ? `Change of kind ${typeId}` : `${capital(context.replaceAll(/[-_]/g, ' '))} ${action || 'changed'}`

/** Where the different kinds keep the name of what they are about; the first that is there counts. */
const namesOfItems = [
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
  for (const name of namesOfItems) {
    const value = values.get(name)
    if (value) return value
  }
  return ''
}

function changeOfValue({ details }: LoggedChange): string {
  const noted = (wanted: string) => details.find(({ name }) => name.toLowerCase() === wanted)?.value
  const [before, after] = [noted('oldvalue'), noted('newvalue')]
  if (after === undefined) return ''
  return before === undefined ? ` to “${after}”` : ` from “${before}” to “${after}”`
}

const withItem = (words: string, item: string) => (item === '' ? words : `${words}: ${item}`)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
