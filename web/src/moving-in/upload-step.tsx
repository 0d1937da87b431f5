import { lazy, Suspense, useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { asProblem } from '../api/problem.ts'
import { queries, useList } from '../api/query.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { IconInbox, IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { EmptyState, ErrorState, Loading } from '../ui/states.tsx'
import { dumpTexts } from './dump-texts.ts'
import { movingInTexts } from './moving-in-texts.ts'
import { PlanLink } from './plan-link.tsx'
import { uploadFile } from './upload-file.ts'

// Few people need it.
const DumpUpload = lazy(async () => ({ default: (await import('./dump-upload.tsx')).DumpUpload }))

type Upload = RowOf<'list-move-ins'>

interface Transfer {
  file: File
  percent: number
  state: 'running' | 'stopped' | 'complete'
  reason?: string
  moveInId?: number
}

export function UploadStep() {
  const [transfer, setTransfer] = useState<Transfer | null>(null)
  const start = async (file: File) => {
    let percent = 0
    setTransfer({ file, percent, state: 'running' })
    try {
      const { moveInId } = await uploadFile(file, (now) => {
        percent = now
        setTransfer({ file, percent, state: 'running' })
      })
      setTransfer({ file, percent: 100, state: 'complete', moveInId })
    } catch (error) {
      setTransfer({ file, percent, state: 'stopped', reason: asProblem(error).message })
    }
    await queries.invalidateQueries()
  }
  const running = transfer?.state === 'running'
  return (
    <div className="stack">
      <Card title={movingInTexts.uploadTitle}>
        <div className="stack">
          <p>{movingInTexts.uploadHint}</p>
          {transfer?.state === 'complete' && transfer.moveInId !== undefined && (
            <Notice tone="good">
              <div className="apart">
                <span>{movingInTexts.uploadComplete}</span>
                <PlanLink moveInId={transfer.moveInId} />
              </div>
            </Notice>
          )}
          {transfer?.state === 'stopped' && (
            <Notice tone="bad">
              <div className="apart">
                <span>{movingInTexts.uploadStopped({ percent: transfer.percent, reason: transfer.reason ?? '' })}</span>
                <Button small onClick={() => void start(transfer.file)}>
                  {movingInTexts.continueUpload}
                </Button>
              </div>
            </Notice>
          )}
          {transfer && running && (
            <div className="stack-tight">
              <span aria-live="polite">
                {movingInTexts.uploadProgress({ percent: transfer.percent, file: transfer.file.name })}
              </span>
              <Progress percent={transfer.percent} label={movingInTexts.uploading({ file: transfer.file.name })} />
            </div>
          )}
          <div>
            <label className={running ? 'button disabled' : 'button primary'}>
              <IconUpload size={17} aria-hidden />
              {movingInTexts.chooseFile}
              <input
                type="file"
                className="unseen"
                disabled={running}
                onChange={({ target }) => {
                  const file = target.files?.[0]
                  // The same file can be chosen again.
                  target.value = ''
                  if (file) void start(file)
                }}
              />
            </label>
          </div>
        </div>
      </Card>
      <DumpCard />
      <Uploads />
    </div>
  )
}

function DumpCard() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={dumpTexts.title}>
      <div className="stack">
        <p>{dumpTexts.introduction({ code: (text) => <code>{text}</code> })}</p>
        {isOpen ? (
          <Suspense fallback={<Loading lines={4} />}>
            <DumpUpload />
          </Suspense>
        ) : (
          <div>
            <Button onClick={() => setOpen(true)}>{dumpTexts.open}</Button>
          </div>
        )}
      </div>
    </Card>
  )
}

/** What an upload is good for now. */
export function uploadState({ state, expires_at, script_id }: Upload): { tone: Tone; label: string; hint?: string } {
  if (state === 'imported') return { tone: 'good', label: movingInTexts.imported }
  if (expires_at === null) return { tone: 'bad', label: movingInTexts.expired, hint: movingInTexts.expiredHint }
  if (state === 'received') return { tone: 'note', label: movingInTexts.received }
  if (script_id.startsWith('dump-'))
    return { tone: 'warn', label: movingInTexts.receiving, hint: movingInTexts.dumpHint }
  return { tone: 'warn', label: movingInTexts.receiving, hint: movingInTexts.receivingHint }
}

function Uploads() {
  const { data, error, refetch } = useList('list-move-ins', {})
  return (
    <Card title={movingInTexts.uploads}>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading lines={3} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={IconInbox} title={movingInTexts.noUploads}>
          {movingInTexts.noUploadsHint}
        </EmptyState>
      ) : (
        <ul className="rows">
          {data.rows.map((upload) => {
            const { tone, label, hint } = uploadState(upload)
            const { move_in_id, source, created_by, created_at, state, expires_at } = upload
            return (
              <li key={move_in_id} className="apart">
                <div>
                  <div className="line">
                    <b>{source || movingInTexts.unknownSource}</b>
                    <Badge tone={tone}>{label}</Badge>
                  </div>
                  <div className="soft small">
                    {movingInTexts.uploadDates({ user: created_by, created: () => <RelativeTime at={created_at} /> })}
                  </div>
                  {hint !== undefined && <div className="small">{hint}</div>}
                </div>
                {(state === 'imported' || (state === 'received' && expires_at !== null)) && (
                  <LinkButton small to="/move-in/$step" params={{ step: 'import' }} search={{ id: String(move_in_id) }}>
                    {movingInTexts.openUpload({ id: move_in_id })}
                  </LinkButton>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
