import { useOperation } from '../api/query.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { tableTexts } from '../ui/table/table-texts.ts'
import type { Ignorable } from './ignore.ts'
import { releaseTexts } from './release-texts.ts'

const alarming = (count: number, tone: 'bad' | 'warn') =>
  count > 0 ? <Badge tone={tone}>{formatNumber(count)}</Badge> : '0'

/** The versions of an item with their record in this fleet. */
export default function ItemReleases({ type, slug }: Pick<Ignorable, 'type' | 'slug'>) {
  const { data } = useOperation('list-item-releases', { type, slug })
  if (!data || data.length === 0) return null
  return (
    <Card title={releaseTexts.releases} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="table-scroll" aria-label={tableTexts.scrolls({ table: releaseTexts.releases })} tabIndex={0}>
        <table className="table stays">
          <thead>
            <tr>
              <th scope="col">{releaseTexts.version}</th>
              <th scope="col">{releaseTexts.sites}</th>
              <th scope="col">{releaseTexts.installed}</th>
              <th scope="col">{releaseTexts.rolledBack}</th>
              <th scope="col">{releaseTexts.failed}</th>
              <th scope="col">{releaseTexts.last}</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ version, sites, installed, rolled_back, failed, held, last_at }) => (
              <tr key={version}>
                <th scope="row">
                  {version} {held !== null && <Badge tone="warn">{releaseTexts.held}</Badge>}
                </th>
                <td>{formatNumber(sites)}</td>
                <td>{formatNumber(installed)}</td>
                <td>{alarming(rolled_back, 'warn')}</td>
                <td>{alarming(failed, 'bad')}</td>
                <td>{last_at ? <RelativeTime at={last_at} /> : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
