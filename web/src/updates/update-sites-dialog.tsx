import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { callList } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import type { SiteChoice, SiteFilter } from '../fleet/site-choice.ts'
import { UpdatePlanDialog } from './update-plan-dialog.tsx'
import { updateTexts } from './update-texts.ts'

const BulkDialog = lazy(() => import('../fleet/bulk-dialog.tsx'))

/** As many as one call lists: up to here the plan shows every update, above it the sites. */
const fewSites = 100

export interface ChosenSites {
  title: string
  choice: SiteChoice
  total: number
}

/** Plans updates on named sites, or on all that match a filter: the service freezes that list, and no ids are read. */
export function UpdateSitesDialog({
  title,
  choice,
  total,
  onClose,
  onStarted,
}: ChosenSites & { onClose: () => void; onStarted?: () => void }) {
  const few = choice.filter && total <= fewSites ? choice.filter : null
  const { data, error } = useQuery<number[], Problem>({
    queryKey: ['ids of few sites', few],
    queryFn: () => listIds(few!),
    enabled: few !== null,
    gcTime: 0,
  })
  const ids = choice.site_ids_or_domains ?? data
  const close = { onClose, ...(onStarted && { onStarted }) }
  if (ids) return <UpdatePlanDialog title={title} run={{ site_ids_or_domains: ids }} {...close} />
  // The plan by filter shows its own errors.
  if (few && !error) return null
  return (
    <Suspense>
      <BulkDialog
        action="run-updates"
        choice={choice}
        title={title}
        label={updateTexts.update}
        onClose={onClose}
        {...(onStarted && { onDone: onStarted })}
      />
    </Suspense>
  )
}

async function listIds(filter: SiteFilter): Promise<number[]> {
  const { software: _, ...table } = filter
  const { rows } = await callList('list-sites-table', { ...table, per_page: fewSites, orderby: 'id' })
  return rows.map(({ id }) => id)
}
