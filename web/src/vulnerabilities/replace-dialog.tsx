import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { DirectoryResult } from '../software/directory-result.tsx'
import { type DirectoryItem, DirectorySearch } from '../software/directory-search.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { SelectField } from '../ui/form/fields.tsx'
import type { Target } from './target.ts'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

type Removal = 'deactivate' | 'delete'

const removals = [
  { value: 'deactivate', label: vulnerabilityTexts.replaceDeactivate },
  { value: 'delete', label: vulnerabilityTexts.replaceDelete },
]

/** Another plugin of the public directory, what happens to the affected one, then the plan. */
export function ReplaceDialog({
  target,
  name,
  siteIds,
  onClose,
}: {
  target: Target
  name: string
  /** Only these sites; otherwise all where it is active. */
  siteIds?: readonly number[]
  onClose: () => void
}) {
  const [chosen, setChosen] = useState<DirectoryItem | null>(null)
  const [remove, setRemove] = useState<Removal>('deactivate')
  const [isPlanned, setPlanned] = useState(false)
  const title = vulnerabilityTexts.replaceTitle({ name })
  if (chosen && isPlanned)
    return (
      <PlanDialog
        danger
        operation="replace-affected-plugin"
        input={{
          ...target,
          replacement: chosen.slug,
          remove,
          ...(siteIds && { site_ids_or_domains: [...siteIds] }),
        }}
        title={vulnerabilityTexts.replaceByTitle({ name, other: chosen.name })}
        action={vulnerabilityTexts.replace}
        doing={vulnerabilityTexts.replacing({ name })}
        done={vulnerabilityTexts.replaced({ name, other: chosen.name })}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      wide={!chosen}
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{vulnerabilityTexts.cancel}</Button>
          {chosen && (
            <Button tone="primary" onClick={() => setPlanned(true)}>
              {vulnerabilityTexts.showPlan}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p className="soft">{vulnerabilityTexts.replaceIntroduction({ name })}</p>
        {chosen ? (
          <>
            <DirectoryResult item={chosen} />
            <div>
              <Button small tone="quiet" onClick={() => setChosen(null)}>
                {vulnerabilityTexts.replaceOther}
              </Button>
            </div>
            <SelectField
              name="remove"
              label={vulnerabilityTexts.replaceAfterwards({ name })}
              value={remove}
              onChange={(value) => setRemove(value === 'delete' ? 'delete' : 'deactivate')}
              options={removals}
            />
          </>
        ) : (
          <DirectorySearch type="plugin" onChoose={setChosen} />
        )}
      </div>
    </Dialog>
  )
}
