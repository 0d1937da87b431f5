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
import { updatesTexts } from './updates-texts.ts'

type Ignored = RowOf<'list-ignored-updates'>
type Input = InputOf<'list-ignored-updates'>

const allVersions = 'all_versions'
const describeRule = ({ slug, name, type }: Ignored) =>
  slug === '*' ? updatesTexts.everythingOfTheKind({ typeLabels: typeLabels[type] }) : name || slug

const columns: readonly Column<Ignored>[] = [
  {
    key: 'item',
    title: updatesTexts.ignored,
    primary: true,
    cell: (rule) => (
      <div style={{ minWidth: 0 }}>
        <div className="cut row-name">
          {rule.slug === '*'
            ? updatesTexts.everyTypelabels({ typeLabels: typeLabels[rule.type] })
            : rule.name || rule.slug}
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
    title: updatesTexts.versions,
    cell: ({ ignored_version }) =>
      ignored_version === allVersions ? <Badge tone="warn">{updatesTexts.all}</Badge> : ignored_version,
  },
  {
    key: 'where',
    title: updatesTexts.where,
    wide: true,
    widthPercent: 24,
    cell: ({ scope, site_id, site_name, site_url }) =>
      scope === 'global' ? (
        <Badge tone="note">{updatesTexts.everySite}</Badge>
      ) : (
        <SiteName id={site_id} name={site_name} url={site_url} />
      ),
  },
  { key: 'by', title: updatesTexts.by, cell: ({ ignored_by }) => ignored_by || <span className="soft">–</span> },
  { key: 'at', title: updatesTexts.since, cell: ({ ignored_at }) => <RelativeTime at={ignored_at} /> },
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
  { value: '', label: updatesTexts.allRules },
  { value: 'global', label: updatesTexts.onEverySite },
  { value: 'site', label: updatesTexts.onSingleSites },
]

function stopIgnoring(rule: Ignored) {
  const { scope, site_id, type, slug, ignored_version } = rule
  const version = ignored_version === allVersions ? {} : { version: ignored_version }
  const texts = {
    doing: updatesTexts.listingRuleAgain({ rule: describeRule(rule) }),
    done: updatesTexts.updatesOfRuleAre({ rule: describeRule(rule) }),
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
      label={updatesTexts.ignoredUpdates}
      columns={columns}
      query={query}
      rowId={({ scope, site_id, type, slug, ignored_version }) =>
        [scope, site_id, type, slug, ignored_version].join(' ')
      }
      state={state}
      searchLabel={updatesTexts.searchPluginOrTheme}
      filters={
        <FilterSelect
          label={updatesTexts.where}
          value={state.filters.scope}
          options={scopes}
          onChange={(scope) => state.set({ scope })}
        />
      }
      {...(can('ignore-updates-everywhere') && {
        rowActions: (rule: Ignored) => (
          <Button
            small
            aria-label={updatesTexts.listAgainRule({ rule: describeRule(rule) })}
            onClick={() => void stopIgnoring(rule)}
          >
            {updatesTexts.listAgain}
          </Button>
        ),
      })}
      empty={(filtered) => (
        <EmptyState icon={IconEyeOff} title={filtered ? updatesTexts.noSuchRule : updatesTexts.nothingIsIgnored}>
          {!filtered && updatesTexts.updatesThatYouIgnore}
        </EmptyState>
      )}
    />
  )
}
