import { lazy, Suspense, useState } from 'react'
import { download } from '../actions/download.ts'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { IconDownload, IconEyeOff, IconPlayerStop, IconPuzzle, IconRotateClockwise2, IconTrash } from '../ui/icons.ts'
import type { Target } from './target.ts'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

const AcceptDialog = lazy(async () => ({ default: (await import('./accept-dialog.tsx')).AcceptDialog }))
const ReplaceDialog = lazy(async () => ({ default: (await import('./replace-dialog.tsx')).ReplaceDialog }))
const FixDialog = lazy(async () => ({ default: (await import('./fix-dialog.tsx')).FixDialog }))

export interface Decidable {
  target: Target
  kind: 'core' | 'plugin' | 'theme'
  name: string
  title: string
  /** Sites to decide about, and those where the software is active. */
  open: number
  active: number
  /** A fixed version is known, or the user names one. */
  hasFix: boolean
}

type Choice = 'fix' | 'deactivate' | 'delete' | 'replace' | 'accept'

/** One decision for all affected sites; each shows its plan first. */
export function DecisionBar({ target, kind, name, title, open, active, hasFix }: Decidable) {
  const can = useCan()
  const [dialog, setDialog] = useState<Choice | null>(null)
  const close = () => setDialog(null)
  const id = 'vulnerability_id' in target ? target.vulnerability_id : null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className="line" role="group" aria-label={vulnerabilityTexts.decisionBar}>
      {open > 0 && can('fix-vulnerability') && (
        <Button
          {...(hasFix && { tone: 'primary' as const })}
          icon={IconRotateClockwise2}
          onClick={() => setDialog('fix')}
        >
          {hasFix ? vulnerabilityTexts.fix : vulnerabilityTexts.fixUnknown}
        </Button>
      )}
      {active > 0 && kind === 'plugin' && can('deactivate-affected-plugins') && (
        <Button icon={IconPlayerStop} onClick={() => setDialog('deactivate')}>
          {vulnerabilityTexts.deactivate}
        </Button>
      )}
      {active > 0 && kind === 'plugin' && can('replace-affected-plugin') && can('search-directory') && (
        <Button icon={IconPuzzle} onClick={() => setDialog('replace')}>
          {vulnerabilityTexts.replace}
        </Button>
      )}
      {open > 0 && kind !== 'core' && can('delete-affected-software') && (
        <Button tone="danger" icon={IconTrash} onClick={() => setDialog('delete')}>
          {vulnerabilityTexts.delete}
        </Button>
      )}
      {open > 0 && id !== null && can('accept-vulnerability') && (
        <Button icon={IconEyeOff} onClick={() => setDialog('accept')}>
          {vulnerabilityTexts.accept}
        </Button>
      )}
      <Button
        icon={IconDownload}
        onClick={() => void download('get-fix-proof', { ...target, format: 'pdf' }, vulnerabilityTexts.makingProof)}
      >
        {vulnerabilityTexts.proof}
      </Button>
      <Suspense fallback={null}>
        {dialog === 'fix' && <FixDialog target={target} name={name} onClose={close} />}
        {dialog === 'replace' && <ReplaceDialog target={target} name={name} onClose={close} />}
        {dialog === 'deactivate' && (
          <PlanDialog
            operation="deactivate-affected-plugins"
            input={target}
            title={vulnerabilityTexts.deactivateTitle({ name })}
            action={vulnerabilityTexts.deactivate}
            doing={vulnerabilityTexts.deactivating({ name })}
            done={vulnerabilityTexts.deactivated({ name })}
            onClose={close}
          />
        )}
        {dialog === 'delete' && (
          <PlanDialog
            danger
            operation="delete-affected-software"
            input={target}
            title={vulnerabilityTexts.deleteTitle({ name })}
            action={vulnerabilityTexts.delete}
            doing={vulnerabilityTexts.deleting({ name })}
            done={vulnerabilityTexts.deleted({ name })}
            onClose={close}
          />
        )}
        {dialog === 'accept' && id !== null && (
          <AcceptDialog vulnerabilityId={id} title={title} sites={open} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}
