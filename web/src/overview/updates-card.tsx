import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { DataOf, OutputOf } from '../../../contract/client.ts'
import { useList, useOperation } from '../api/query.ts'
import { describeUnsynced } from '../fleet/describe-unsynced.ts'
import { Card } from '../ui/card.tsx'
import { Chart } from '../ui/chart/chart.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { Notice } from '../ui/notice.tsx'
import { Loading } from '../ui/states.tsx'
import { addressOfItem } from '../updates/item-run.ts'
import { BriefItem } from './brief-card.tsx'
import { overviewTexts } from './overview-texts.ts'

type Day = OutputOf<'get-overview-history'>['days'][number]

const kinds = [
  ['core', overviewTexts.wordpress, { type: 'core' }],
  ['plugins', overviewTexts.plugins, { type: 'plugins' }],
  ['themes', overviewTexts.themes, { type: 'themes' }],
  // Translations are not items: they are listed per site.
  ['translations', overviewTexts.translations, { view: 'sites' }],
] as const

/** Pending updates by type, with links, and the update history of the last month. */
export function UpdatesCard({ updates, sites }: Pick<DataOf<'get-overview'>, 'updates' | 'sites'>) {
  const unsynced = describeUnsynced(sites)
  return (
    <Card
      title={overviewTexts.updatesWaiting}
      flush
      actions={
        <Link to="/updates">
          {updates.total === 0
            ? unsynced === null
              ? overviewTexts.none
              : overviewTexts.noneKnown
            : overviewTexts.totalOnSites({ total: updates.total, sites: updates.sites })}
        </Link>
      }
    >
      <div className="kinds">
        {kinds.map(([kind, label, search]) => (
          <Link key={kind} to="/updates" search={search} className="stat">
            <b>{formatNumber(updates[kind].updates)}</b>
            <span>{label}</span>
            <span className="soft small">{overviewTexts.onSites({ sites: updates[kind].sites })}</span>
          </Link>
        ))}
      </div>
      {unsynced && <p className="brief-unknown soft small">{unsynced}</p>}
      <UpdatesHistory />
    </Card>
  )
}

const pendingOn = ({ core_updates, plugin_updates, theme_updates, translation_updates }: Day) =>
  core_updates + plugin_updates + theme_updates + translation_updates

function UpdatesHistory() {
  const { data, error } = useOperation('get-overview-history', { days: 30 })
  const days = data as Day[] | undefined
  const times = useMemo(() => (days ?? []).map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000), [days])
  const series = useMemo(
    () => [
      { name: overviewTexts.allUpdates, values: (days ?? []).map(pendingOn), color: 'accent' as const, filled: true },
      {
        name: overviewTexts.ofPlugins,
        values: (days ?? []).map(({ plugin_updates }) => plugin_updates),
        color: 'note' as const,
      },
      {
        name: overviewTexts.ofWordpress,
        values: (days ?? []).map(({ core_updates }) => core_updates),
        color: 'warn' as const,
      },
    ],
    [days],
  )
  if (error) return <Notice tone="warn">{overviewTexts.theHistoryCouldNot({ message: error.message })}</Notice>
  if (!days) return <Loading lines={5} />
  if (days.length < 2) return <CommonUpdates />
  const [first, last] = [days[0]!, days[days.length - 1]!]
  return (
    <div className="card-body">
      <Chart
        label={overviewTexts.waitingUpdatesOverCount({
          count: days.length,
          first: pendingOn(first),
          last: pendingOn(last),
        })}
        times={times}
        series={series}
        height={170}
      />
    </div>
  )
}

const itemCount = 4

/** On the first day there is no history. The most common updates are more useful than an empty chart. */
function CommonUpdates() {
  const { data } = useList('list-update-items', { per_page: itemCount })
  if (!data || data.rows.length === 0) return null
  return (
    <ul className="brief common-updates">
      {data.rows.map((item) => (
        <BriefItem
          key={`${item.type}-${item.slug}-${item.new_version}`}
          link={addressOfItem(item)}
          name={`${item.name} ${item.new_version}`}
          end={<span className="soft small">{overviewTexts.onSites({ sites: item.sites })}</span>}
        />
      ))}
    </ul>
  )
}
