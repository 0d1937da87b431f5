import { useState } from 'react'
import type { RowOf } from '../api/call.ts'
import BulkDialog from '../fleet/bulk-dialog.tsx'
import type { SiteChoice } from '../fleet/site-choice.ts'
import { SiteChoiceField } from '../fleet/site-choice-field.tsx'
import { rollbackTexts } from '../rollouts/rollback-texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { CheckField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { packageTexts } from './package-texts.ts'

export type StoredZipRow = RowOf<'list-packages'>

/** Selects sites, then shows the plan, the progress and the result of the installation. */
export default function InstallDialog({ zip, onClose }: { zip: StoredZipRow; onClose: () => void }) {
  const [choice, setChoice] = useState<SiteChoice | null>(null)
  const [activate, setActivate] = useState(false)
  const [isPlanned, setPlanned] = useState(false)
  const title = packageTexts.installTitle({ name: zip.name, version: zip.version })
  if (isPlanned && choice)
    return (
      <BulkDialog
        action="install-package"
        options={{ package_id: zip.package_id, activate }}
        choice={choice}
        title={title}
        label={packageTexts.install}
        onClose={onClose}
      />
    )
  const goOn = () => choice && setPlanned(true)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{rollbackTexts.cancel}</Button>
          <Button tone="primary" disabled={!choice} onClick={goOn}>
            {packageTexts.next}
          </Button>
        </>
      }
    >
      <Form problem={null} onSubmit={goOn}>
        <SiteChoiceField label={packageTexts.sitesToInstall} onChange={setChoice} />
        {zip.type === 'plugin' && (
          <CheckField name="activate" label={packageTexts.activate} checked={activate} onChange={setActivate} />
        )}
      </Form>
    </Dialog>
  )
}
