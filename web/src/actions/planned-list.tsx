import type { DryRun } from '../../../contract/client.ts'
import { actionsTexts } from './actions-texts.ts'

const shown = 200

/** Lists the items a plan would affect, of any type. */
export function PlannedList({ plan }: { plan: DryRun }) {
  const { would_affect, count } = plan
  if (count === 0) return <p>{actionsTexts.nothingWouldChange}</p>
  return (
    <div className="stack-tight">
      <p>{actionsTexts.thisWouldAffectCount({ concerns: countOf(plan), b: (text) => <strong>{text}</strong> })}</p>
      <ul className="planned">
        {would_affect.slice(0, shown).map((item, position) => {
          const [name, detail] = describe(item)
          return (
            <li key={position} className="apart">
              <span className="cut">{name}</span>
              {detail && <span className="soft small cut">{detail}</span>}
            </li>
          )
        })}
      </ul>
      {count > Math.min(shown, would_affect.length) && (
        <p className="soft">{actionsTexts.andValueMore({ value: count - Math.min(shown, would_affect.length) })}</p>
      )}
    </div>
  )
}

/** "3 sites" if the plan lists sites, "3 items" otherwise. */
export function countOf({ would_affect, count }: DryRun): string {
  return would_affect.length > 0 && would_affect.every(isSite)
    ? actionsTexts.sites({ count })
    : actionsTexts.items({ count })
}

const fieldsOfOthers = ['slug', 'type', 'title', 'label', 'login', 'description', 'version']

function isSite(item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false
  return ('url' in item || 'site_url' in item) && !fieldsOfOthers.some((field) => field in item)
}

/** Plans name sites, plugins, clients and more under these fields. */
function describe(item: unknown): [name: string, detail: string] {
  if (typeof item !== 'object' || item === null) return [String(item), '']
  const fields = item as Record<string, unknown>
  const text = (...names: string[]) => {
    const name = names.find((each) => typeof fields[each] === 'string' || typeof fields[each] === 'number')
    return name === undefined ? '' : String(fields[name])
  }
  const name = text('name', 'title', 'label', 'login', 'description', 'site_name', 'slug', 'url', 'site_url', 'id')
  const [from, to] = [text('old_version', 'version', 'current_version', 'from'), text('new_version', 'to')]
  // For an update on many sites, show both the item and the site.
  const site = text('site_name')
  const step = from && to ? `${from} → ${to}` : ''
  const detail = step
    ? [site !== name && site, step].filter(Boolean).join(', ')
    : text('url', 'site_url', 'status', 'email')
  return [name || JSON.stringify(item), detail === name ? '' : detail]
}
