import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { countOf, type ImportPlan, type ImportRow, isDone, isReady } from './import-rows.ts'
import { importTexts } from './import-texts.ts'

/** What the import will do, or has done, in numbers. */
export function PlanSummary({
  rows,
  creates,
  busy,
  onStart,
  done,
}: {
  rows: readonly ImportRow[]
  creates: ImportPlan['creates']
  busy: boolean
  onStart: () => Promise<void>
  done: ReactNode
}) {
  const ready = rows.filter(isReady)
  const [merging, wrong, failed] = [
    ready.filter(({ action }) => action === 'update').length,
    countOf(rows, 'wrong'),
    countOf(rows, 'failed'),
  ]
  const isOver = rows.some(isDone) || failed > 0
  const [created, merged, skipped] = [countOf(rows, 'created'), countOf(rows, 'merged'), countOf(rows, 'skipped')]
  const results = [
    created > 0 && importTexts.created({ count: created }),
    merged > 0 && importTexts.merged({ count: merged }),
    skipped > 0 && importTexts.skipped({ count: skipped }),
    failed > 0 && importTexts.failed({ count: failed }),
  ].filter((text) => text !== false)
  const plans = [
    ready.length > merging && importTexts.willCreate({ count: ready.length - merging }),
    merging > 0 && importTexts.willMerge({ count: merging }),
    !isOver && skipped > 0 && importTexts.willSkip({ count: skipped }),
    wrong > 0 && importTexts.isWrong({ count: wrong }),
  ].filter((text) => text !== false)
  if (busy) return null
  return (
    <>
      {isOver && (
        <Notice tone={failed > 0 ? 'warn' : 'good'}>
          <strong>{results.join(', ')}.</strong> {created + merged > 0 && done}
        </Notice>
      )}
      {plans.length > 0 && (
        <Card title={importTexts.planTitle}>
          <div className="stack">
            <ul className="import-plan">
              {plans.map((text) => (
                <li key={text}>{text}</li>
              ))}
              {creates.clients.length > 0 && <li>{importTexts.newClients({ names: listNames(creates.clients) })}</li>}
              {creates.tags.length > 0 && <li>{importTexts.newTags({ names: listNames(creates.tags) })}</li>}
            </ul>
            {ready.length > 0 ? (
              <div className="line">
                <Button tone="primary" icon={IconUpload} onClick={() => void onStart()}>
                  {importTexts.importRows({ count: ready.length })}
                </Button>
              </div>
            ) : (
              <p className="soft">{importTexts.nothingToImport}</p>
            )}
          </div>
        </Card>
      )}
    </>
  )
}

const maxNames = 10

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ')
  return names.length > maxNames ? importTexts.andMore({ names: shown, count: names.length - maxNames }) : shown
}
