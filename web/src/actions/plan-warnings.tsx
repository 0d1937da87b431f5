import { sentence } from '../texts/sentence.ts'
import { Notice } from '../ui/notice.tsx'
import { actionsTexts } from './actions-texts.ts'

const shown = 6

/** Lists what a plan leaves out and why. Shows the first few, since there may be one per site. */
export function PlanWarnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <>
      {warnings.slice(0, shown).map((warning) => (
        <Notice key={warning} tone="warn">
          {sentence(warning)}
        </Notice>
      ))}
      {warnings.length > shown && <p className="soft">{actionsTexts.andValue({ value: warnings.length - shown })}</p>}
    </>
  )
}
