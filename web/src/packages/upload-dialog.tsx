import { useEffect, useId, useRef, useState } from 'react'
import { asProblem } from '../api/problem.ts'
import { queries } from '../api/query.ts'
import { rollbackTexts } from '../rollouts/rollback-texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { IconUpload } from '../ui/icons.ts'
import { Notice } from '../ui/notice.tsx'
import { Progress } from '../ui/progress.tsx'
import { toast } from '../ui/toast.tsx'
import { packageTexts } from './package-texts.ts'
import { isTooLarge, maxMegabytes, uploadPackage } from './upload-package.ts'

export default function UploadDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [percent, setPercent] = useState<number | null>(null)
  const transfer = useRef<AbortController>(null)
  // Closing the dialog cancels the upload.
  useEffect(() => () => transfer.current?.abort(), [])
  const start = async () => {
    if (!file) return setProblem(packageTexts.choose)
    if (isTooLarge(file)) return setProblem(packageTexts.tooLarge({ max: maxMegabytes }))
    setProblem(null)
    setPercent(0)
    transfer.current = new AbortController()
    const { signal } = transfer.current
    try {
      const uploaded = await uploadPackage(file, setPercent, signal)
      if (uploaded) toast(packageTexts.uploaded({ name: uploaded.name, version: uploaded.version }), { tone: 'good' })
      void queries.invalidateQueries()
      onClose()
    } catch (error) {
      if (signal.aborted) return
      setPercent(null)
      setProblem(asProblem(error).message)
    }
  }
  const busy = percent !== null
  return (
    <Dialog
      title={packageTexts.upload}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{rollbackTexts.cancel}</Button>
          <Button tone="primary" icon={IconUpload} busy={busy} onClick={() => void start()}>
            {packageTexts.upload}
          </Button>
        </>
      }
    >
      <div className="stack">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div className="field">
          <label htmlFor={id}>{packageTexts.file}</label>
          <input
            id={id}
            type="file"
            accept=".zip,application/zip"
            className="input"
            disabled={busy}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setFile(target.files?.[0] ?? null)}
          />
          <span id={`${id}-hint`} className="hint">
            {packageTexts.fileHint({ max: maxMegabytes })}
          </span>
        </div>
        {percent !== null && (
          <div className="stack-tight">
            <span aria-live="polite">
              {percent === 100 ? packageTexts.checking : packageTexts.uploading({ percent })}
            </span>
            <Progress percent={percent} label={packageTexts.uploadLabel} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
