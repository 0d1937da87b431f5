import { runAction } from '../../actions/run-action.tsx'
import type { RowOf } from '../../api/call.ts'
import { useList } from '../../api/query.ts'
import { useCan } from '../../api/session.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Column } from '../../ui/table/column.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { pagingOf, useTableState } from '../../ui/table/table-state.ts'
import { ignoreTexts } from '../../updates/ignore-texts.ts'
import { typeLabels } from '../../updates/update-labels.ts'
import type { SiteTab } from '../site-tab.ts'

type Ignored = RowOf<'list-ignored-updates'>

const columns: readonly Column<Ignored>[] = [
  {
    key: 'name',
    title: 'Item',
    primary: true,
    cell: ({ name, slug, type }) => (
      <div>
        <div className="row-name">{slug === '*' ? `Everything of this kind` : name || slug}</div>
        <span className="soft small">{typeLabels[type]}</span>
      </div>
    ),
  },
  {
    key: 'version',
    title: 'Version',
    cell: ({ ignored_version }) => (ignored_version === 'all_versions' ? 'All versions' : ignored_version),
  },
  {
    key: 'where',
    title: 'Where',
    cell: ({ scope }) => (scope === 'global' ? <Badge tone="note">On every site</Badge> : 'On this site'),
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

export function IgnoredUpdates({ site }: SiteTab) {
  const can = useCan()
  const state = useTableState({ size: 50 })
  const query = useList('list-ignored-updates', { site_ids_or_domains: [site.id], ...pagingOf(state) })
  const stopIgnoring = ({ scope, type, slug, name, ignored_version }: Ignored) => {
    const texts = { doing: 'Taking it back', done: `Updates of ${name || slug} are offered again` }
    const version = ignored_version === 'all_versions' ? {} : { version: ignored_version }
    const what = { action: 'unignore' as const, type, ...version }
    const slugs = slug === '*' ? [] : [slug]
    if (scope === 'global') return void runAction('ignore-updates-everywhere', { ...what, slugs }, texts)
    if (slug !== '*') {
      return void runAction('set-ignored-updates', { ...what, slug, site_id_or_domain: site.id }, texts)
    }
    void runAction('ignore-site-updates', { ...what, slugs, site_id_or_domain: site.id }, texts)
  }
  return (
    <DataTable
      name="site-ignored"
      label="Ignored updates"
      columns={columns}
      query={query}
      rowId={({ scope, type, slug, ignored_version }) => `${scope} ${type} ${slug} ${ignored_version}`}
      state={state}
      {...(can('set-ignored-updates') && {
        rowActions: (ignored: Ignored) => (
          <Button small tone="quiet" onClick={() => stopIgnoring(ignored)}>
            Take back
          </Button>
        ),
      })}
      empty={() => <EmptyState title="Nothing is ignored">Every update of this site is offered.</EmptyState>}
    />
  )
}
