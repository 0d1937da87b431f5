import type { ReactNode } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { sentence } from '../texts/sentence.ts'
import { Card, Facts } from '../ui/card.tsx'
import { momentText } from '../ui/format/moment.ts'
import { formatNumber } from '../ui/format/number.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { backupTexts } from './backup-texts.ts'
import { byteText } from './byte-text.ts'

export type Status = DataOf<'get-service-backup-status'>

// Not an alert when the page is opened: nothing has failed.
const tones = { not_configured: 'warn', never: 'warn', late: 'bad', failed: 'bad' } as const

/** A backup that cannot be restored is none. */
const checkTones = { off: 'warn', never: 'note', stale: 'warn', failed: 'bad', passed: 'good' } as const
const toneOf = ({ state, check_state }: Status) => (state === 'ok' ? checkTones[check_state] : tones[state])

/** The state of the backups in one sentence, then its facts. */
export function BackupState({ status }: { status: Status }) {
  const { last_success: last, running, running_check: check } = status
  return (
    <Card>
      <div className="stack">
        <Notice tone={toneOf(status)}>
          {stateText(status)}
          {status.state === 'not_configured' && (
            <ul>
              {status.missing.map((text) => (
                <li key={text}>{sentence(text)}</li>
              ))}
            </ul>
          )}
        </Notice>
        {running && (
          <Notice>
            {progressText(running, last)}
            {running.step === 'storing' && running.size !== null && (
              <Progress percent={percentOf(running.bytes_done, running.size)} label={backupTexts.progress} />
            )}
          </Notice>
        )}
        {check && (
          <Notice>{backupTexts.checkRunning({ time: () => <RelativeTime key="time" at={check.started_at} /> })}</Notice>
        )}
        <Facts facts={factsOf(status)} />
      </div>
    </Card>
  )
}

function factsOf(status: Status): [string, ReactNode][] {
  const { last_success: last, last_attempt: attempt, last_check: check, next_run_at: next } = status
  const facts: [string, ReactNode][] = [
    [backupTexts.lastBackup, last ? <RelativeTime key="last" at={last.started_at} /> : backupTexts.none],
  ]
  if (last)
    facts.push(
      [backupTexts.size, last.size !== null && byteText(last.size)],
      [backupTexts.rows, last.rows !== null && formatNumber(last.rows)],
      [backupTexts.storedIn, last.location],
    )
  if (attempt && attempt.id !== last?.id) facts.push([backupTexts.lastAttempt, attemptText(attempt)])
  if (next !== null) facts.push([backupTexts.nextRun, momentText(next)])
  if (last || check) facts.push([backupTexts.restoreCheck, checkText(status)])
  return facts
}

function stateText({ state, check_state, next_run_at }: Status): string {
  if (state === 'not_configured') return backupTexts.notConfigured
  if (state === 'never') return backupTexts.never({ time: next_run_at === null ? '–' : momentText(next_run_at) })
  if (state !== 'ok') return { late: backupTexts.late, failed: backupTexts.failed }[state]
  return {
    off: backupTexts.okCheckOff,
    never: backupTexts.okNeverChecked,
    stale: backupTexts.okNotChecked,
    failed: backupTexts.okNotRestorable,
    passed: backupTexts.ok,
  }[check_state]
}

const percentOf = (done: number, size: number) => (size === 0 ? 0 : Math.floor((100 * done) / size))

function progressText(
  { step, bytes_done, size }: NonNullable<Status['running']>,
  last: Status['last_success'],
): string {
  if (step === 'storing' && size !== null)
    return backupTexts.storing({ done: byteText(bytes_done), size: byteText(size) })
  const written = byteText(bytes_done)
  return last?.size == null
    ? backupTexts.writing({ size: written })
    : backupTexts.writingOf({ size: written, last: byteText(last.size) })
}

const attemptText = ({ status, failure, started_at }: NonNullable<Status['last_attempt']>): ReactNode => (
  <>
    {status === 'failed' ? backupTexts.attemptFailed : backupTexts.succeeded} <RelativeTime at={started_at} />
    {failure && <div className="small">{sentence(failure)}</div>}
  </>
)

function checkText({ check_state, last_check }: Status): ReactNode {
  const time = () => last_check && <RelativeTime key="time" at={last_check.started_at} />
  const text = {
    off: () => backupTexts.checkOff,
    never: () => backupTexts.checkNever,
    stale: () => backupTexts.checkStale({ time }),
    failed: () => backupTexts.checkFailed({ time }),
    passed: () => backupTexts.checkPassed({ time, rows: last_check?.rows ?? 0, secrets: last_check?.secrets ?? 0 }),
  }[check_state]()
  return (
    <>
      {text}
      {last_check?.failure && <div className="small">{sentence(last_check.failure)}</div>}
    </>
  )
}
