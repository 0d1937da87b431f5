import { useAppShell } from '../api/app-shell.ts'
import { findClients, findSites, useNamed } from '../api/find.ts'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { PeriodChoice, periodFilters, periodOf } from '../ui/form/period-choice.tsx'
import { Picker } from '../ui/form/picker.tsx'
import { IconReportAnalytics } from '../ui/icons.ts'
import { EmptyState } from '../ui/states.tsx'
import { useTableState } from '../ui/table/table-state.ts'
import { ReportPreview } from './report-preview.tsx'
import { reportTexts } from './report-texts.ts'
import type { Subject } from './report-url.ts'
import { segments } from './segment-labels.ts'

const kinds = [
  { value: 'client', label: 'About a client' },
  { value: 'site', label: 'About a site' },
  { value: 'view', label: reportTexts.aboutView },
]
const usual = 'last-month'

/** Subject and period of the report are in the URL. */
export function ReportView() {
  const state = useTableState({ filters: ['about', 'client', 'site', 'sites_of', 'segment', ...periodFilters] })
  const { about, client, site, sites_of: view, segment } = state.filters
  const views = useAppShell().data?.views ?? []
  const kind =
    about === 'view' ? 'view' : about === 'site' || (about === undefined && site && !client) ? 'site' : 'client'
  const id = Number({ client, site, view }[kind]) || null
  const [found] =
    useNamed(kind === 'client' ? 'list-clients' : 'list-sites', id === null || kind === 'view' ? [] : [id]) ?? []
  const named = kind === 'view' ? { label: views.find((each) => each.id === id)?.name } : found
  const period = periodOf(state, usual)!
  const subject: Subject | null = id === null ? null : { kind, id, ...(kind === 'site' && segment && { segment }) }
  return (
    <>
      <section className="card" aria-label="What the report is about">
        <div className="table-tools">
          <FilterSelect
            label="About"
            value={kind}
            options={kinds}
            onChange={(value) => state.set({ about: value, segment: undefined })}
          />
          {kind === 'view' ? (
            <FilterSelect
              label={reportTexts.view}
              value={view}
              options={[
                { value: '', label: reportTexts.selectView },
                ...views.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(value) => state.set({ about: 'view', sites_of: value })}
            />
          ) : (
            <Picker
              key={kind}
              label={kind === 'client' ? 'Client' : 'Site'}
              placeholder={kind === 'client' ? 'Choose a client' : 'Choose a site'}
              cacheKey={kind === 'client' ? 'list-clients' : 'list-sites'}
              selected={id === null ? null : { value: String(id), label: named?.label ?? '…' }}
              onSelect={(option) => state.set({ about: kind, [kind]: option?.value })}
              search={kind === 'client' ? findClients : findSites}
            />
          )}
          <PeriodChoice state={state} usual={usual} />
          {kind === 'site' && (
            <FilterSelect
              label="Part"
              value={segment}
              options={[{ value: '', label: 'The whole report' }, ...segments]}
              onChange={(value) => state.set({ segment: value })}
            />
          )}
        </div>
        {!subject && (
          <EmptyState icon={IconReportAnalytics} title={`Choose a ${kind}`}>
            The report shows uptime, updates, security, backups and work of the period, with your logo and colours.
          </EmptyState>
        )}
      </section>
      {subject && <ReportPreview subject={subject} name={named?.label ?? 'the report'} period={period} />}
    </>
  )
}
