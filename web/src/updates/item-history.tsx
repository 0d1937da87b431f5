import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { Card } from '../ui/card.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { SiteName } from '../ui/site-name.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { TableRow } from '../ui/table/table-rows.tsx'
import { evidenceTexts } from './evidence-texts.ts'
import type { Ignorable } from './ignore.ts'
import { UpdateResult } from './later-findings.tsx'
import { AttemptVersion } from './update-badges.tsx'
import { UpdateChecks } from './update-checks.tsx'
import { updatesTexts } from './updates-texts.ts'

type Entry = RowOf<'list-update-history'>

const columns: readonly Column<Entry>[] = [
  {
    key: 'site',
    title: updatesTexts.site,
    primary: true,
    cell: ({ site_id, site_name, site_url }) => <SiteName id={site_id} name={site_name} url={site_url} />,
  },
  { key: 'version', title: updatesTexts.version, wide: true, cell: (entry) => <AttemptVersion attempt={entry} /> },
  {
    key: 'result',
    title: updatesTexts.result,
    wide: true,
    cell: (entry) => <UpdateResult entry={entry} />,
  },
  { key: 'checks', title: evidenceTexts.checks, wide: true, cell: (entry) => <UpdateChecks entry={entry} /> },
  {
    key: 'by',
    title: updatesTexts.by,
    cell: ({ user, automatic }) => (automatic ? updatesTexts.timetable : user || <span className="soft">–</span>),
  },
  { key: 'at', title: updatesTexts.when, cell: ({ started_at }) => <RelativeTime at={started_at} /> },
]

const shown = 25
const typeNames = { core: 'core', plugin: 'plugins', theme: 'themes' } as const

/** The newest updates of an item, with what was checked on their sites. */
export default function ItemHistory({ type, slug }: Pick<Ignorable, 'type' | 'slug'>) {
  const { data } = useList('list-update-history', { type: [typeNames[type]], slugs: [slug], per_page: shown })
  if (!data) return null
  if (data.rows.length === 0)
    return (
      <Card title={evidenceTexts.history} flush>
        <EmptyState title={evidenceTexts.noHistory} />
      </Card>
    )
  return (
    <Card title={evidenceTexts.history} flush>
      <table className="table">
        <thead>
          <tr>
            {columns.map(({ key, title }) => (
              <th key={key} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((entry) => (
            <TableRow key={entry.id} row={entry} columns={columns} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}
