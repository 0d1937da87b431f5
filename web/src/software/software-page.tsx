import { Link, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { choiceOf } from '../fleet/site-choice.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { dayText } from '../ui/format/day.ts'
import { IconPlus, IconRotateClockwise2 } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SiteName } from '../ui/site-name.tsx'
import { EmptyState } from '../ui/states.tsx'
import type { Column } from '../ui/table/column.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSelection } from '../ui/table/selection.ts'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { runOfItems } from '../updates/item-run.ts'
import { UpdatePlanDialog } from '../updates/update-plan-dialog.tsx'
import { folderOf } from '../vulnerabilities/vulnerable-badge.tsx'
import { vulnerableTexts } from '../vulnerabilities/vulnerable-texts.ts'
import { type OpenSoftwareAction, SoftwareBulkActions } from './software-bulk-actions.tsx'
import type { SoftwareType } from './software-labels.ts'
import { softwareTexts } from './software-texts.ts'
import { VersionSpread } from './version-spread.tsx'

// Opened rarely, so they are not part of the page.
const SoftwareActionDialog = lazy(() => import('./software-action-dialog.tsx'))
const InstallDialog = lazy(() => import('./install-dialog.tsx'))

const states = [
  { value: '', label: softwareTexts.activeOrNot },
  { value: 'true', label: softwareTexts.active },
  { value: 'false', label: softwareTexts.inactive },
]

type SoftwareSite = RowOf<'list-inventory-sites'>

const columns: readonly Column<SoftwareSite>[] = [
  {
    key: 'site',
    title: softwareTexts.site,
    sort: 'name',
    primary: true,
    cell: ({ site_id, site_name, site_url }) => <SiteName id={site_id} name={site_name} url={site_url} />,
  },
  {
    key: 'version',
    title: softwareTexts.version,
    sort: 'version',
    cell: ({ version }) => version || <span className="soft">{softwareTexts.unknown}</span>,
  },
  {
    key: 'active',
    title: softwareTexts.inUse,
    cell: ({ active }) =>
      active ? <Badge tone="good">{softwareTexts.active}</Badge> : <Badge>{softwareTexts.inactive}</Badge>,
  },
  {
    key: 'update',
    title: softwareTexts.update,
    blank: ({ update_version }) => update_version === null,
    cell: ({ site_id, update_version }) =>
      update_version === null ? (
        <span className="soft">–</span>
      ) : (
        <Link to="/updates/site/$siteId" params={{ siteId: String(site_id) }}>
          {softwareTexts.updateversionWaits({ updateversion: update_version })}
        </Link>
      ),
  },
]

export function SoftwarePage({ type }: { type: SoftwareType }) {
  const can = useCan()
  const { slug = '' } = useSearch({ strict: false }) as { slug?: string }
  const state = useTableState({ sort: 'name', filters: ['version', 'active'] })
  const { version } = state.filters
  const filter = {
    ...(version && { version }),
    ...(state.filters.active && { active: state.filters.active === 'true' }),
  }
  const softwareFilter = { software: { type, slug, ...filter } }
  const selection = useSelection(JSON.stringify(softwareFilter))
  const [acting, setActing] = useState<OpenSoftwareAction | null>(null)
  const [installing, setInstalling] = useState(false)
  const enabled = slug !== ''
  const sorting = { orderby: state.sort === 'version' ? 'version' : 'name', order: state.order } as const
  const query = useList('list-inventory-sites', { type, slug, ...pagingOf(state), ...sorting, ...filter }, { enabled })
  const { data: found } = useList('list-inventory', { type, search: slug, per_page: 100 }, { enabled })
  const software = found?.rows.find((each) => each.slug === slug)
  const name = software?.name || query.data?.rows[0]?.name || slug
  const [updating, setUpdating] = useState(false)
  const pending = software?.updates ?? 0
  const total = query.data?.total ?? 0
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <>
            {can('install-site-version') && (
              <Button icon={IconPlus} onClick={() => setInstalling(true)}>
                {softwareTexts.installOnMore}
              </Button>
            )}
            {pending > 0 && can('run-updates') && (
              <Button tone="primary" icon={IconRotateClockwise2} onClick={() => setUpdating(true)}>
                {softwareTexts.updateOnPending({ pending })}
              </Button>
            )}
          </>
        }
      >
        <Link to={type === 'plugin' ? '/plugins' : '/themes'}>
          {type === 'plugin' ? softwareTexts.plugins : softwareTexts.themes}
        </Link>
        , {slug}
        {software && softwareTexts.onSites({ sites: software.sites, active: software.active })}
      </PageHeader>
      {software !== undefined && software.vulnerable > 0 && (
        <Notice tone="bad">
          {vulnerableTexts.softwareHas({
            count: software.vulnerable,
            decide: (text: ReactNode) => (
              <Link to="/security" search={{ search: folderOf(slug), kind: type }}>
                {text}
              </Link>
            ),
          })}
        </Notice>
      )}
      {software?.abandoned && (
        <Notice tone="warn">
          {software.last_updated
            ? softwareTexts.abandonedSince({ day: dayText(software.last_updated) })
            : softwareTexts.abandonedLong}
        </Notice>
      )}
      {software && software.versions.length > 0 && (
        <VersionSpread
          versions={software.versions}
          latest={software.latest_version}
          selected={version}
          onSelect={(version) => state.set({ version })}
        />
      )}
      <DataTable
        name={`sites-of-${type}`}
        label={softwareTexts.sitesThatHaveName({ name })}
        columns={columns}
        query={query}
        rowId={({ site_id }) => site_id}
        rowName={({ site_name, site_url }) => site_name || site_url}
        state={state}
        selection={selection}
        bulk={
          <SoftwareBulkActions
            type={type}
            onOpen={(action) =>
              setActing({ action, choice: choiceOf(selection, softwareFilter), count: selection.count(total) })
            }
          />
        }
        selectAll="by-filter"
        filters={
          <>
            <FilterSelect
              label={softwareTexts.inUse}
              value={state.filters.active}
              options={states}
              onChange={(active) => state.set({ active })}
            />
            {version && (
              <Button tone="quiet" onClick={() => state.set({ version: '' })}>
                {softwareTexts.onlyVersion({ version })}
              </Button>
            )}
          </>
        }
        empty={() => (
          <EmptyState title={softwareTexts.noSiteHasThis({ type })}>
            {softwareTexts.itMayHaveBeen({
              type,
              link: (text) => <Link to={type === 'plugin' ? '/plugins' : '/themes'}>{text}</Link>,
            })}
          </EmptyState>
        )}
      />
      {updating && (
        <UpdatePlanDialog
          title={softwareTexts.updateName({ name })}
          run={runOfItems([{ type, slug }])}
          onClose={() => setUpdating(false)}
        />
      )}
      <Suspense>
        {acting && (
          <SoftwareActionDialog
            {...acting}
            type={type}
            slug={slug}
            name={name}
            onClose={() => setActing(null)}
            onDone={selection.clear}
          />
        )}
        {/* Sites without it know it by the name of its folder, as the directory does. */}
        {installing && (
          <InstallDialog type={type} known={{ slug: folderOf(slug), name }} onClose={() => setInstalling(false)} />
        )}
      </Suspense>
    </>
  )
}
