import { useState } from 'react'
import { EachDialog } from '../actions/each-dialog.tsx'
import { step } from '../actions/run-each.ts'
import type { RowOf } from '../api/call.ts'
import { type SelectedSite, SitesField } from '../fleet/sites-field.tsx'
import { rollbackTexts } from '../rollouts/rollback-texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { CheckField } from '../ui/form/fields.tsx'
import { packageTexts } from './package-texts.ts'

export type StoredZipRow = RowOf<'list-packages'>

/** Selects sites, then installs the package on one after another and shows the outcome of each. */
export default function InstallDialog({ zip, onClose }: { zip: StoredZipRow; onClose: () => void }) {
  const [sites, setSites] = useState<SelectedSite[]>([])
  const [activate, setActivate] = useState(false)
  const [isReady, setReady] = useState(false)
  const title = packageTexts.installTitle({ name: zip.name, version: zip.version })
  if (isReady)
    return (
      <EachDialog
        danger
        title={title}
        action={packageTexts.install}
        steps={sites.map(({ id, name }) => {
          const input = { site_id_or_domain: id, package_id: zip.package_id, activate }
          return step('install-package', input, { key: String(id), name: `${zip.name} ${zip.version}`, where: name })
        })}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{rollbackTexts.cancel}</Button>
          <Button tone="primary" disabled={sites.length === 0} onClick={() => setReady(true)}>
            {packageTexts.next}
          </Button>
        </>
      }
    >
      <div className="stack">
        <strong>{packageTexts.sitesToInstall}</strong>
        <SitesField sites={sites} onChange={setSites} />
        {zip.type === 'plugin' && (
          <CheckField name="activate" label={packageTexts.activate} checked={activate} onChange={setActivate} />
        )}
      </div>
    </Dialog>
  )
}
