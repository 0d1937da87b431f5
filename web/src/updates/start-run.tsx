import type { InputOf } from '../../../contract/client.ts'
import { call } from '../api/call.ts'
import { queries } from '../api/query.ts'
import { sentence } from '../texts/sentence.ts'
import { toast } from '../ui/toast.tsx'
import { runTexts } from './run-texts.ts'

export type Run = InputOf<'run-updates'>

/** Starts an update run and returns its job. Returns null if it did not start; a toast shows why. */
export async function startRun(run: Run): Promise<string | null> {
  const started = await call('run-updates', { ...run, background: true }).finally(
    () => void queries.invalidateQueries(),
  )
  if (started.errors.length > 0) toast(<NotStarted errors={started.errors} />, { tone: 'bad' })
  else if (!started.queued) toast(runTexts.nothingPendingNow)
  return started.queued ? started.job_id : null
}

const shown = 3

/** The run lists them too. */
function NotStarted({ errors }: { errors: readonly { identifier: number | string; message: string }[] }) {
  return (
    <>
      <strong>{runTexts.skipped({ count: errors.length })}</strong>
      {errors.slice(0, shown).map(({ identifier, message }) => (
        <p key={identifier}>{sentence(message)}</p>
      ))}
      {errors.length > shown && <p>{runTexts.more({ count: errors.length - shown })}</p>}
    </>
  )
}
