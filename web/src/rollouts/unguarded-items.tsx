import { sentence } from '../texts/sentence.ts'
import { Notice } from '../ui/notice.tsx'
import { planTexts } from './plan-texts.ts'

export interface UnguardedItem {
  site_id: number
  site_name: string
  site_url: string
  type: string
  slug: string
  name: string
  is_left_out: boolean
  message: string
}

const shown = 5

/** Updates that a guard would not bring back, by reason. */
export function UnguardedItems({ items, total }: { items: readonly UnguardedItem[]; total: number }) {
  if (total === 0) return null
  const groups = [...Map.groupBy(items, ({ message, is_left_out }) => `${is_left_out} ${message}`).values()]
  return (
    <Notice tone="warn">
      <strong>{planTexts.withoutGuard({ count: total })}</strong>
      {groups.map((group) => {
        const { message, is_left_out } = group[0]!
        return (
          <div key={`${is_left_out} ${message}`} className="stack-tight">
            <span>
              {sentence(message)} {is_left_out && planTexts.leftOut}
            </span>
            <ul className="small">
              {group.slice(0, shown).map(({ site_id, site_name, site_url, type, slug, name }) => (
                <li key={`${site_id} ${type} ${slug}`}>
                  {planTexts.unguardedItem({ name, site: site_name || site_url })}
                </li>
              ))}
              {group.length > shown && <li>{planTexts.moreUnguarded({ count: group.length - shown })}</li>}
            </ul>
          </div>
        )
      })}
      {total > items.length && <span>{planTexts.moreUnguarded({ count: total - items.length })}</span>}
    </Notice>
  )
}
