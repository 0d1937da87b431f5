import type { InputOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconEyeOff } from '../ui/icons.ts'
import { SiteName } from '../ui/site-name.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { ignoreTexts } from './ignore-texts.ts'
import { typeLabels } from './update-labels.ts'

type Ignored = RowOf<'list-ignored-updates'>
type Input = InputOf<'list-ignored-updates'>

const allVersions = 'all_versions'
const describeRule = ({ slug, name, type }: Ignored) =>
  slug === '*' ? `everything of the kind ${typeLabels[type]}` : name || slug

const columns: readonly Column<Ignored>[] = [
  {
    key: 'item',
    title: 'Ignored',
    primary: true,
    cell: (rule) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut row-name">
          {rule.slug === '*' ? `Every ${typeLabels[rule.type]}` : rule.name || rule.slug}
        </div>
        <div className="soft small cut">
          {typeLabels[rule.type]}
          {rule.type !== 'core' && rule.slug !== '*' && `, ${rule.slug}`}
        </div>
      </div>
    ),
  },
  {
    key: 'version',
    title: 'Versions',
    cell: ({ ignored_version }) => (ignored_version === allVersions ? <Badge tone="warn">All</Badge> : ignored_version),
  },
  {
    key: 'where',
    title: 'Where',
    wide: true,
    widthPercent: 24,
    cell: ({ scope, site_id, site_name, site_url }) =>
      scope === 'global' ? (
        <Badge tone="note">Every site</Badge>
      ) : (
        <SiteName id={site_id} name={site_name} url={site_url} />
      ),
  },
  { key: 'by', title: 'By', cell: ({ ignored_by }) => ignored_by || <span className="soft">–</span> },
  { key: 'at', title: 'Since', cell: ({ ignored_at }) => <RelativeTime at={ignored_at} /> },
  {
    key: 'reason',
    title: ignoreTexts.reasonTitle,
    blank: ({ reason }) => reason === '',
    cell: ({ reason }) => <div className="reason small">{reason}</div>,
  },
  {
    key: 'until',
    title: ignoreTexts.ends,
    cell: ({ ignored_until }) => <RelativeTime at={ignored_until} never={ignoreTexts.noEnd} />,
  },
]

const scopes = [
  { value: '', label: 'All rules' },
  { value: 'global', label: 'On every site' },
  { value: 'site', label: 'On single sites' },
]

function stopIgnoring(rule: Ignored) {
  const { scope, site_id, type, slug, ignored_version } = rule
  const version = ignored_version === allVersions ? {} : { version: ignored_version }
  const texts = {
    doing: `Listing ${describeRule(rule)} again`,
    done: `Updates of ${describeRule(rule)} are listed again`,
  }
  const slugs = slug === '*' ? [] : [slug]
  const action = 'unignore' as const
  return scope === 'global'
    ? runAction('ignore-updates-everywhere', { action, type, slugs, ...version }, texts)
    : runAction('set-ignored-updates', { action, site_id_or_domain: site_id, type, slug, ...version }, texts)
}

export default function IgnoredView() {
  const can = useCan()
  const state = useTableState({ filters: ['scope'] })
  const query = useList('list-ignored-updates', {
    ...pagingOf(state),
    search: state.search,
    ...(state.filters.scope && { scope: state.filters.scope as Input['scope'] }),
  })
  return (
    <DataTable
      name="ignored-updates"
      label="Ignored updates"
      columns={columns}
      query={query}
      rowId={({ scope, site_id, type, slug, ignored_version }) =>
        [scope, site_id, type, slug, ignored_version].join(' ')
      }
      state={state}
      searchLabel="Search plugin or theme"
      filters={
        <FilterSelect
          label="Where"
          value={state.filters.scope}
          options={scopes}
          onChange={(scope) => state.set({ scope })}
        />
      }
      {...(can('ignore-updates-everywhere') && {
        rowActions: (rule: Ignored) => (
          <Button small aria-label={`List again: ${describeRule(rule)}`} onClick={() => void stopIgnoring(rule)}>
            List again
          </Button>
        ),
      })}
      empty={(filtered) => (
        <EmptyState icon={IconEyeOff} title={filtered ? 'No such rule' : 'Nothing is ignored'}>
          {!filtered && 'Updates that you ignore on a site or everywhere stand here, and can be taken back.'}
        </EmptyState>
      )}
    />
  )
}
