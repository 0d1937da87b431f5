import { lazy, Suspense } from 'react'
import type { InputOf } from '../../../contract/client.ts'
import { download } from '../actions/download.ts'
import { useList } from '../api/query.ts'
import { NamedPicker } from '../fleet/named-picker.tsx'
import { Button } from '../ui/button.tsx'
import { FilterSelect } from '../ui/form/filter-select.tsx'
import { IconDownload, IconHistory } from '../ui/icons.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { EmptyState, Loading } from '../ui/states.tsx'
import { pagingOf, useTableState } from '../ui/table/table-state.ts'
import { auditTexts } from './audit-texts.ts'
import { LogTabs } from './log-tabs.tsx'
import { periods, sinceOf } from './period.ts'

const AuditTable = lazy(() => import('./audit-table.tsx'))

type Input = InputOf<'export-audit'>

const filters = ['user_id', 'kind', 'site_id', 'result', 'days', 'people'] as const
const none = Object.fromEntries(filters.map((name) => [name, '']))

const kinds = [
  { value: '', label: auditTexts.anyKind },
  { value: 'access', label: auditTexts.access },
  { value: 'sites', label: auditTexts.sites },
  { value: 'updates', label: auditTexts.updates },
  { value: 'content', label: auditTexts.content },
  { value: 'clients', label: auditTexts.clients },
  { value: 'settings', label: auditTexts.settings },
  { value: 'system', label: auditTexts.system },
  { value: 'other', label: auditTexts.other },
]

const results = [
  { value: '', label: auditTexts.anyResult },
  { value: 'done', label: auditTexts.done },
  { value: 'partial', label: auditTexts.partial },
  { value: 'refused', label: auditTexts.refused },
  { value: 'failed', label: auditTexts.failed },
  { value: 'unknown', label: auditTexts.unknown },
]

export default function AuditPage() {
  const state = useTableState({ filters })
  const { user_id, kind, site_id, result, days, people } = state.filters
  const input: Input = {
    ...(user_id && { user_id: Number(user_id) }),
    ...(kind && { kind: kind as Input['kind'] }),
    ...(site_id && { site_id: Number(site_id) }),
    ...(result && { result: result as Input['result'] }),
    ...(people && { people_only: true }),
    ...sinceOf(days),
  }
  const query = useList('list-audit', { ...pagingOf(state), ...input })
  const users = useList('list-users', { per_page: 100 })
  const persons = (users.data?.rows ?? []).map(({ id, login }) => ({ value: String(id), label: login }))
  return (
    <>
      <PageHeader
        title={auditTexts.title}
        actions={
          <Button icon={IconDownload} onClick={() => void download('export-audit', input, auditTexts.writing)}>
            {auditTexts.exportCsv}
          </Button>
        }
      >
        {auditTexts.introduction}
      </PageHeader>
      <LogTabs current="audit" />
      {site_id && query.data?.extra.sites_complete === false && <p className="soft">{auditTexts.sitesIncomplete}</p>}
      <Suspense fallback={<Loading />}>
        <AuditTable
          query={query}
          state={state}
          filters={
            <>
              <label className="check">
                <input
                  type="checkbox"
                  checked={people === '1'}
                  onChange={(event) => state.set({ people: event.target.checked ? '1' : '' })}
                />
                {auditTexts.peopleOnly}
              </label>
              <FilterSelect
                label={auditTexts.person}
                value={user_id}
                options={[{ value: '', label: auditTexts.anyPerson }, ...persons]}
                onChange={(value) => state.set({ user_id: value })}
              />
              <FilterSelect
                label={auditTexts.kind}
                value={kind}
                options={kinds}
                onChange={(value) => state.set({ kind: value })}
              />
              <FilterSelect
                label={auditTexts.result}
                value={result}
                options={results}
                onChange={(value) => state.set({ result: value })}
              />
              <FilterSelect
                label={auditTexts.period}
                value={days}
                options={periods}
                onChange={(value) => state.set({ days: value })}
              />
              <NamedPicker noun="site" value={site_id} onChange={(option) => state.set({ site_id: option?.value })} />
            </>
          }
          empty={(filtered) => (
            <EmptyState
              icon={IconHistory}
              title={filtered ? auditTexts.noMatch : auditTexts.nothingYet}
              {...(filtered && { action: <Button onClick={() => state.set(none)}>{auditTexts.clearFilters}</Button> })}
            />
          )}
        />
      </Suspense>
    </>
  )
}
