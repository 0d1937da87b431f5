import { Notice } from '../ui/notice.tsx'
import { accessTexts } from './access-texts.ts'

/** While many people sign in: when this sign-in is tried. */
export function WaitNotice({ seconds }: { seconds: number | null }) {
  return <div role="status">{seconds !== null && <Notice>{accessTexts.waitForTurn({ seconds })}</Notice>}</div>
}
