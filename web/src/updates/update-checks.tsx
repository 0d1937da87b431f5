import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { evidenceTexts } from './evidence-texts.ts'

type Entry = RowOf<'list-update-history'>

const UpdateEvidence = lazy(() => import('./update-evidence.tsx'))

const results: Record<NonNullable<Entry['checks']>, readonly [Tone, string]> = {
  passed: ['good', evidenceTexts.passed],
  failed: ['bad', evidenceTexts.failed],
  unknown: ['warn', evidenceTexts.unknown],
  not_checked: ['still', evidenceTexts.notChecked],
  running: ['note', evidenceTexts.running],
}

/** The result of the checks around an update, with a button for all of them. */
export function UpdateChecks({ entry }: { entry: Entry }) {
  const [shown, setShown] = useState(false)
  if (entry.checks === null) return <span className="soft small">{evidenceTexts.notRecorded}</span>
  // What was checked last is the old version.
  const isOldVersion = entry.result === 'rolled_back' && entry.checks === 'passed'
  const [tone, label] = isOldVersion ? (['warn', evidenceTexts.passedAfterRollback] as const) : results[entry.checks]
  return (
    <span className="line">
      <Badge tone={tone}>{label}</Badge>
      <Button
        small
        tone="quiet"
        aria-label={evidenceTexts.showOf({ name: entry.name || entry.slug })}
        onClick={() => setShown(true)}
      >
        {evidenceTexts.show}
      </Button>
      {shown && (
        <Suspense fallback={null}>
          <UpdateEvidence entry={entry} onClose={() => setShown(false)} />
        </Suspense>
      )}
    </span>
  )
}
