import { useAppShell } from '../api/app-shell.ts'
import { isUnreachable } from '../api/reachable.ts'
import { RelativeTime } from '../ui/format/relative-time.tsx'
import { Notice } from '../ui/notice.tsx'
import { connectionTexts } from './connection-texts.ts'

/** Pages keep what they have read while the service does not answer. */
export default function NoConnection() {
  const { error, dataUpdatedAt } = useAppShell()
  if (!error || !isUnreachable(error)) return null
  const time = () => <RelativeTime at={new Date(dataUpdatedAt).toISOString()} />
  return <Notice tone="warn">{connectionTexts.noConnection({ time })}</Notice>
}
