import { type ReactNode, useId, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { useLiveJob } from '../api/live.ts'
import { asProblem } from '../api/problem.ts'
import { queries, useList } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { dumpTexts } from './dump-texts.ts'
import { PlanLink } from './plan-link.tsx'
import { newDumpUpload, problemOfFiles, type DumpUpload as Upload, uploadDump } from './upload-dump.ts'

type State =
  | { step: 'choose'; problem: string | null }
  | { step: 'uploading'; percent: number; file: string }
  | { step: 'stopped'; percent: number; reason: string; upload: Upload }
  | { step: 'reading'; moveInId: number; jobId: string }
  | { step: 'unread'; moveInId: number; reason: string }

/** Uploads a dump and the key files in parts, then follows the job that reads them. */
export function DumpUpload() {
  const [dump, setDump] = useState<File | null>(null)
  const [keys, setKeys] = useState<File | null>(null)
  const [prefix, setPrefix] = useState('')
  const [state, setState] = useState<State>({ step: 'choose', problem: null })
  const read = async (moveInId: number) => {
    try {
      const named = prefix.trim() === '' ? {} : { prefix: prefix.trim() }
      const { job_id } = await call('read-dump', { move_in_id: moveInId, ...named })
      setState({ step: 'reading', moveInId, jobId: job_id })
    } catch (error) {
      setState({ step: 'unread', moveInId, reason: asProblem(error).message })
    }
    await queries.invalidateQueries()
  }
  const send = async (upload: Upload) => {
    let percent = 0
    try {
      setState({ step: 'uploading', percent, file: upload.dump.name })
      const moveInId = await uploadDump(upload, (now, file) => {
        percent = now
        setState({ step: 'uploading', percent, file })
      })
      await read(moveInId)
    } catch (error) {
      setState({ step: 'stopped', percent, reason: asProblem(error).message, upload })
      await queries.invalidateQueries()
    }
  }
  // A second click before the first is shown would upload twice.
  const isStarting = useRef(false)
  const start = async () => {
    if (isStarting.current) return
    isStarting.current = true
    try {
      const problem = dump ? await problemOfFiles(dump, keys) : dumpTexts.chooseDump
      if (dump && problem === null) await send(newDumpUpload(dump, keys))
      else setState({ step: 'choose', problem })
    } finally {
      isStarting.current = false
    }
  }
  // The fields are empty then, so that a file of before must not be sent.
  const chooseAgain = () => {
    setDump(null)
    setKeys(null)
    setState({ step: 'choose', problem: null })
  }
  const prefixField = (
    <TextField
      name="prefix"
      label={dumpTexts.prefix}
      hint={dumpTexts.prefixHint}
      autoComplete="off"
      maxLength={64}
      value={prefix}
      onChange={setPrefix}
    />
  )
  if (state.step === 'reading')
    return (
      <Reading
        key={state.jobId}
        moveInId={state.moveInId}
        jobId={state.jobId}
        hasKeys={keys !== null}
        failed={(reason) => (
          <Unread reason={reason} onRead={() => void read(state.moveInId)} onOther={chooseAgain}>
            {prefixField}
          </Unread>
        )}
      />
    )
  if (state.step === 'unread')
    return (
      <Unread reason={state.reason} onRead={() => void read(state.moveInId)} onOther={chooseAgain}>
        {prefixField}
      </Unread>
    )
  if (state.step === 'uploading')
    return (
      <div className="stack-tight">
        <span aria-live="polite">{dumpTexts.uploading({ percent: state.percent, file: state.file })}</span>
        <Progress percent={state.percent} label={dumpTexts.uploadingLabel} />
      </div>
    )
  if (state.step === 'stopped')
    return (
      <div className="stack">
        <Notice tone="bad">{dumpTexts.stopped({ percent: state.percent, reason: state.reason })}</Notice>
        <div className="line">
          <Button tone="primary" onClick={() => void send(state.upload)}>
            {dumpTexts.continueUpload}
          </Button>
          <Button onClick={chooseAgain}>{dumpTexts.otherFiles}</Button>
        </div>
      </div>
    )
  return (
    <div className="stack">
      {state.problem && <Notice tone="bad">{state.problem}</Notice>}
      <FileField label={dumpTexts.dump} hint={dumpTexts.dumpHint} onChange={setDump} />
      <FileField
        label={dumpTexts.keys}
        hint={dumpTexts.keysHint({ code: (text) => <code>{text}</code> })}
        onChange={setKeys}
      />
      {prefixField}
      <div>
        <Button tone="primary" icon={IconUpload} onClick={() => void start()}>
          {dumpTexts.start}
        </Button>
      </div>
    </div>
  )
}

function FileField({
  label,
  hint,
  onChange,
}: {
  label: string
  hint: ReactNode
  onChange: (file: File | null) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        className="input"
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.files?.[0] ?? null)}
      />
      <span id={`${id}-hint`} className="hint">
        {hint}
      </span>
    </div>
  )
}

function Unread({
  reason,
  onRead,
  onOther,
  children,
}: {
  reason: string
  onRead: () => void
  onOther: () => void
  children: ReactNode
}) {
  return (
    <div className="stack">
      <Notice tone="bad">{dumpTexts.failed({ reason })}</Notice>
      {children}
      <div className="line">
        <Button tone="primary" onClick={onRead}>
          {dumpTexts.readAgain}
        </Button>
        <Button onClick={onOther}>{dumpTexts.otherFiles}</Button>
      </div>
    </div>
  )
}

/** The results of `read-dump-files`. */
interface ReadResult {
  key_files?: number
}

function Reading({
  moveInId,
  jobId,
  hasKeys,
  failed,
}: {
  moveInId: number
  jobId: string
  hasKeys: boolean
  failed: (reason: string) => ReactNode
}) {
  const { job, problem } = useLiveJob(jobId)
  const over = job !== undefined && job.completed_at !== null
  const targets = useList('list-job-targets', { job_id: jobId }, { enabled: over })
  const [target] = targets.data?.rows ?? []
  if (problem && !job) return failed(problem.message)
  if (targets.error) return failed(targets.error.message)
  if (!over || !target)
    return (
      <div className="stack-tight">
        <span aria-live="polite">{dumpTexts.reading}</span>
        <Progress percent={job?.progress ?? 0} label={dumpTexts.readingLabel} />
      </div>
    )
  if (target.state !== 'succeeded') return failed(target.error?.message ?? dumpTexts.unknownReason)
  const { key_files = 0 } = (target.result ?? {}) as ReadResult
  return (
    <div className="stack-tight">
      <Notice tone="good">
        <div className="apart">
          <span>{dumpTexts.complete}</span>
          <PlanLink moveInId={moveInId} />
        </div>
      </Notice>
      {hasKeys && key_files === 0 && <Notice tone="warn">{dumpTexts.withoutKeys}</Notice>}
    </div>
  )
}
