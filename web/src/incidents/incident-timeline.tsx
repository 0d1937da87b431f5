import type { DataOf } from '../../../contract/client.ts'
import { recordedChange } from '../activity/recorded-change.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { momentText } from '../ui/format/moment.ts'
import { incidentTexts } from './incident-texts.ts'

type Entry = DataOf<'get-incident'>['timeline'][number]

const tones: Partial<Record<Entry['kind'], Tone>> = {
  down: 'bad',
  up: 'good',
  resolved: 'good',
  acknowledged: 'note',
  change: 'warn',
  reopened: 'warn',
}

function labelOf({ kind, text }: Entry): string {
  switch (kind) {
    case 'down':
      return incidentTexts.entryDown
    case 'up':
      return incidentTexts.entryUp
    case 'change':
      return incidentTexts.entryChange
    case 'sync':
      return incidentTexts.entrySync
    case 'acknowledged':
      return incidentTexts.entryAcknowledged
    case 'assigned':
      return text === '' ? incidentTexts.entryUnassigned : incidentTexts.entryAssigned({ user: text })
    case 'note':
      return incidentTexts.entryNote
    case 'resolved':
      return incidentTexts.entryResolved
    case 'reopened':
      return incidentTexts.entryReopened
    case 'report_text':
      return incidentTexts.entryReport
  }
}

/** What users wrote stays as it is. */
const wordsOf = ({ kind, text }: Entry) => (isRecorded.has(kind) ? recordedChange(text) : text)
const isRecorded: ReadonlySet<string> = new Set(['down', 'up', 'change', 'sync'])

/** Oldest first: what led to the incident is above it. */
export function IncidentTimeline({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="stack timeline" aria-label={incidentTexts.timeline}>
      {entries.map((entry, index) => (
        <li key={`${entry.at} ${index}`} className="line timeline-entry">
          <time dateTime={entry.at} className="soft small nowrap timeline-time">
            {momentText(entry.at)}
          </time>
          <div className="stack-tight timeline-text">
            <span className="line">
              <Badge tone={tones[entry.kind] ?? 'still'}>{labelOf(entry)}</Badge>
              {entry.outcome === 'failed' && <Badge tone="bad">{incidentTexts.failed}</Badge>}
              {entry.outcome === 'unknown' && <Badge tone="warn">{incidentTexts.unknownOutcome}</Badge>}
              {entry.user !== '' && <span className="soft small">{entry.user}</span>}
            </span>
            {entry.kind !== 'assigned' && entry.text !== '' && <span className="timeline-words">{wordsOf(entry)}</span>}
          </div>
        </li>
      ))}
    </ol>
  )
}
