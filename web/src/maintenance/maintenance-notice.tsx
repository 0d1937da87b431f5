import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { momentText } from '../ui/format/moment.ts'
import { Notice } from '../ui/notice.tsx'
import { describeScope } from './maintenance-labels.ts'
import { maintenanceTexts } from './maintenance-texts.ts'

const pollEveryMs = 60_000

/** Announces maintenance that takes place now or begins within a day; nothing if there is none. */
export function MaintenanceNotice({ withLink = true }: { withLink?: boolean }) {
  const { data } = useList('list-maintenance-periods', { when: 'announced', per_page: 5 }, { every: pollEveryMs })
  return <PeriodsNotice periods={data?.rows ?? []} withLink={withLink} />
}

type Period = Pick<
  RowOf<'list-maintenance-periods'>,
  'id' | 'title' | 'note' | 'scope' | 'scope_name' | 'starts_at' | 'ends_at'
>

export function PeriodsNotice({ periods, withLink }: { periods: readonly Period[]; withLink: boolean }) {
  if (periods.length === 0) return null
  return (
    <Notice>
      {periods.map((period) => (
        <div key={period.id}>
          {Date.parse(period.starts_at) <= Date.now()
            ? maintenanceTexts.current({
                title: period.title,
                scope: describeScope(period),
                time: momentText(period.ends_at),
              })
            : maintenanceTexts.upcoming({
                title: period.title,
                scope: describeScope(period),
                time: momentText(period.starts_at),
              })}{' '}
          {period.note}
        </div>
      ))}
      {withLink && <Link to="/maintenance">{maintenanceTexts.showAll}</Link>}
    </Notice>
  )
}
