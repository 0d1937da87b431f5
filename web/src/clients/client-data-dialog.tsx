import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DryRun } from '../../../contract/client.ts'
import { saveResponse } from '../actions/download.ts'
import { PlanWarnings } from '../actions/plan-warnings.tsx'
import { runAction } from '../actions/run-action.tsx'
import { callFile, plan } from '../api/call.ts'
import type { Problem } from '../api/problem.ts'
import { sentence } from '../texts/sentence.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { formatNumber } from '../ui/format/number.ts'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { clientDataTexts } from './client-data-texts.ts'

interface DialogProps {
  client: { id: number; name: string }
  onClose: () => void
}

const usePlan = (name: 'export-client-data' | 'erase-client', clientId: number) =>
  useQuery<DryRun, Problem>({
    queryKey: ['plan', name, clientId],
    queryFn: ({ signal }) =>
      name === 'erase-client'
        ? plan(name, { client_id_or_email: clientId, sites: 0 }, { signal })
        : plan(name, { client_id_or_email: clientId }, { signal }),
    // A cached plan may be outdated.
    staleTime: 0,
    gcTime: 0,
  })

export function ExportClientDialog({ client: { id, name }, onClose }: DialogProps) {
  const { data, error, refetch } = usePlan('export-client-data', id)
  const exporting = useMutation<string, Problem>({
    mutationFn: async () => saveResponse(await callFile('export-client-data', { client_id_or_email: id })),
  })
  return (
    <Dialog
      title={clientDataTexts.exportTitle({ name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{exporting.data ? clientDataTexts.close : clientDataTexts.cancel}</Button>
          <Button tone="primary" busy={exporting.isPending} disabled={!data} onClick={() => exporting.mutate()}>
            {clientDataTexts.exportNow}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={6} />
      ) : (
        <div className="stack">
          <p>{clientDataTexts.exportIntroduction}</p>
          <RowsByKind plan={data} />
          {exporting.isPending && <p aria-live="polite">{clientDataTexts.exporting}</p>}
          {exporting.error && <Notice tone="bad">{exporting.error.message}</Notice>}
          {exporting.data && <Notice tone="good">{clientDataTexts.exported({ file: exporting.data })}</Notice>}
        </div>
      )}
    </Dialog>
  )
}

export function EraseClientDialog({ client: { id, name }, onClose, onErased }: DialogProps & { onErased: () => void }) {
  const { data, error, refetch } = usePlan('erase-client', id)
  const [typed, setTyped] = useState('')
  const sites = data?.count ?? 0
  const ready = data !== undefined && typed.trim() === String(sites)
  const erase = () => {
    onClose()
    const { pathname } = window.location
    void runAction(
      'erase-client',
      { client_id_or_email: id, sites, confirm: true },
      { doing: clientDataTexts.erasing, done: clientDataTexts.erasureStarted, leavesPage: true },
    ).then((started) => started && window.location.pathname === pathname && onErased())
  }
  return (
    <Dialog
      title={clientDataTexts.eraseTitle({ name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{clientDataTexts.cancel}</Button>
          <Button tone="danger" disabled={!ready} onClick={erase}>
            {clientDataTexts.eraseNow}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={6} />
      ) : (
        <div className="stack">
          <p>{clientDataTexts.eraseIntroduction({ sites })}</p>
          <RowsByKind plan={data} />
          <PlanWarnings warnings={data.warnings} />
          <Form problem={null} onSubmit={() => ready && erase()}>
            <TextField
              name="sites"
              label={clientDataTexts.typeSites({ sites })}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              onChange={setTyped}
            />
          </Form>
        </div>
      )}
    </Dialog>
  )
}

interface PlannedTable {
  label: string
  rows: number
}

/** Tables with the same label are one line. */
function RowsByKind({ plan: { would_affect } }: { plan: DryRun }) {
  const tables = would_affect as PlannedTable[]
  const sums = new Map<string, number>()
  for (const { label, rows } of tables) sums.set(label, (sums.get(label) ?? 0) + rows)
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <ul className="planned" aria-label={clientDataTexts.tables}>
      <li className="apart">
        <strong>{clientDataTexts.total}</strong>
        <strong>{formatNumber(total)}</strong>
      </li>
      {[...sums].map(([label, rows]) => (
        <li key={label} className="apart">
          <span>{sentence(label)}</span>
          <span className="soft">{formatNumber(rows)}</span>
        </li>
      ))}
    </ul>
  )
}
