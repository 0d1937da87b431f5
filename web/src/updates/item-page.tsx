import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useList } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { describeCount } from '../ui/format/describe-count.ts'
import { IconCircleCheck, IconEyeOff, IconRotateClockwise2 } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { useSelection } from '../ui/table/selection.ts'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import type { Ignorable } from './ignore.ts'
import { runOfItems } from './item-run.ts'
import { itemSiteColumns } from './item-site-columns.tsx'
import { IgnoreDialog } from './open-ignore-dialog.tsx'
import { StepCounts } from './update-badges.tsx'
import { typeLabels } from './update-labels.ts'
import { UpdatePlanDialog } from './update-plan-dialog.tsx'

// Below the list of sites.
const ItemReleases = lazy(() => import('./item-releases.tsx'))
const ItemHistory = lazy(() => import('./item-history.tsx'))

export default function ItemPage() {
  const can = useCan()
  const { type = 'plugin', slug = '', version } = useSearch({ strict: false }) as Partial<Ignorable>
  const state = useTableState()
  const query = useList(
    'list-update-item-sites',
    { type, slug, ...(version && { version }), ...pagingOf(state) },
    { enabled: slug !== '' },
  )
  // The list of items has the counts over all pages.
  const { data: items } = useList('list-update-items', { search: slug, per_page: 100 }, { enabled: slug !== '' })
  const item = items?.rows.find(
    (each) => each.type === type && each.slug === slug && (!version || each.new_version === version),
  )
  const name = item?.name ?? query.data?.rows[0]?.name ?? slug
  const selection = useSelection()
  const [dialog, setDialog] = useState<'all' | 'selected' | 'ignore' | null>(null)
  const close = () => setDialog(null)
  const canUpdate = can('run-updates')
  const total = query.data?.total ?? 0
  return (
    <>
      <PageHeader
        title={version ? `${name} ${version}` : name}
        actions={
          canUpdate &&
          total > 0 && (
            <>
              <Button icon={IconEyeOff} onClick={() => setDialog('ignore')}>
                Ignore everywhere
              </Button>
              <Button tone="primary" icon={IconRotateClockwise2} onClick={() => setDialog('all')}>
                Update on {describeCount(total, 'site')}
              </Button>
            </>
          )
        }
      >
        <Link to="/updates">Updates</Link>, {typeLabels[type]}
        {type !== 'core' && `, ${slug}`}
      </PageHeader>
      {item && (
        <Card>
          <div className="apart">
            <span>
              Waits on <strong>{describeCount(item.sites, 'site')}</strong>. Installed there now:{' '}
              {item.current_versions.map(({ version, sites }) => `${version || 'unknown'} (${sites})`).join(', ')}
            </span>
            <StepCounts counts={item.steps} />
          </div>
        </Card>
      )}
      <DataTable
        name="update-item-sites"
        label="Sites that wait for it"
        columns={itemSiteColumns}
        query={query}
        rowId={({ site_id }) => site_id}
        rowName={({ site_name, site_url }) => site_name || site_url}
        state={state}
        {...(canUpdate && { selection })}
        bulk={
          <Button small tone="primary" icon={IconRotateClockwise2} onClick={() => setDialog('selected')}>
            Update
          </Button>
        }
        empty={() => (
          <EmptyState icon={IconCircleCheck} title="No site waits for it">
            It is installed everywhere, ignored, or a newer version is on offer by now.
          </EmptyState>
        )}
      />
      {slug !== '' && (
        <Suspense fallback={null}>
          <ItemReleases type={type} slug={slug} />
          <ItemHistory type={type} slug={slug} />
        </Suspense>
      )}
      {(dialog === 'all' || dialog === 'selected') && (
        <UpdatePlanDialog
          title={`Update ${name}`}
          run={runOfItems([{ type, slug }], dialog === 'selected' ? [...selection.ids] : [])}
          onClose={close}
          onStarted={selection.clear}
        />
      )}
      {dialog === 'ignore' && <IgnoreDialog items={[{ type, slug, name, version: version ?? '' }]} onClose={close} />}
    </>
  )
}
