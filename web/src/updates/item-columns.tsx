import { Link } from '@tanstack/react-router'
import type { RowOf } from '../api/call.ts'
import { ShareBar } from '../ui/chart/share-bar.tsx'
import { formatNumber } from '../ui/format/number.ts'
import type { Column } from '../ui/table/column.ts'
import { VulnerableBadge } from '../vulnerabilities/vulnerable-badge.tsx'
import type { Ignorable } from './ignore.ts'
import { addressOfItem } from './item-run.ts'
import { StepCounts } from './update-badges.tsx'
import { stepLabels, typeLabels } from './update-labels.ts'
import { updatesTexts } from './updates-texts.ts'

export type Item = RowOf<'list-update-items'>

const between = '\n'

/** Selections span pages, so the id contains everything that an action needs. */
export const keyOfItem = ({ type, slug, name, new_version }: Item): string =>
  [type, slug, new_version, name].join(between)

export function itemOf(key: string): Ignorable {
  const [type, slug, version, ...name] = key.split(between)
  return { type: type as Ignorable['type'], slug: slug!, version: version!, name: name.join(' ') }
}

export const itemColumns: readonly Column<Item>[] = [
  {
    key: 'item',
    title: updatesTexts.item,
    primary: true,
    cell: (item) => (
      <div style={{ minWidth: 0 }}>
        <div className="line" style={{ flexWrap: 'nowrap' }}>
          <Link {...addressOfItem(item)} className="row-name cut">
            {item.name}
          </Link>
          <VulnerableBadge type={item.type} slug={item.slug} sites={item.vulnerable} />
        </div>
        <div className="soft small cut">
          {typeLabels[item.type]}
          {item.type !== 'core' && `, ${item.slug}`}
        </div>
      </div>
    ),
  },
  {
    key: 'sites',
    title: updatesTexts.sites,
    number: true,
    cell: (item) => <Link {...addressOfItem(item)}>{formatNumber(item.sites)}</Link>,
  },
  { key: 'version', title: updatesTexts.new, cell: ({ new_version }) => <strong>{new_version}</strong> },
  {
    key: 'now',
    title: updatesTexts.installedNow,
    wide: true,
    cell: ({ current_versions, sites }) => <InstalledNow versions={current_versions} sites={sites} />,
  },
  { key: 'steps', title: updatesTexts.howFar, wide: true, cell: ({ steps }) => <StepCounts counts={steps} /> },
]

const named = 3

/** Installed versions as a bar and as text. */
function InstalledNow({ versions, sites }: { versions: Item['current_versions']; sites: number }) {
  const texts = versions
    .slice(0, named)
    .map(({ version, sites }) => `${version || updatesTexts.unknownVersion} (${formatNumber(sites)})`)
  const more = versions.length - named
  return (
    <div style={{ minWidth: '6.5rem', maxWidth: '12rem', flex: 1 }}>
      <ShareBar
        label={updatesTexts.versionsInstalledOnSites({ sites })}
        shares={versions.map(({ version, sites, step }) => ({
          name: version || 'unknown',
          count: sites,
          color: stepLabels[step][0],
        }))}
      />
      <div className="soft small cut">
        {texts.join(', ')}
        {more > 0 && updatesTexts.andMoreMore({ more })}
      </div>
    </div>
  )
}
