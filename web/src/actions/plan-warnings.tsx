import { counted } from '../ui/describe-count.ts'
import { Notice } from '../ui/notice.tsx'

const shown = 6

/** What a plan leaves out and why: the first few, for there may be one for each of a thousand sites. */
export function PlanWarnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <>
      {warnings.slice(0, shown).map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {warnings.length > shown && <p className="soft">and {counted(warnings.length - shown, 'more remark')}</p>}
    </>
  )
}
