import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { importKindTexts } from '../import/import-kind-texts.ts'
import { ImportPage } from '../import/import-page.tsx'
import { ModuleGate } from '../modules/module-gate.tsx'
import { CheckField } from '../ui/form/fields.tsx'
import { costsTexts } from './costs-texts.ts'

export default function ImportCostsPage() {
  const [ignoreIds, setIgnoreIds] = useState(false)
  return (
    <ModuleGate module="cost-tracker" label={costsTexts.costTracker}>
      <ImportPage
        kind="costs"
        title={importKindTexts.costsTitle}
        intro={importKindTexts.costsIntro}
        ignoreIds={ignoreIds}
        choices={
          <CheckField
            name="ignore_ids"
            label={importKindTexts.otherInstallation}
            hint={importKindTexts.costsOtherIds}
            checked={ignoreIds}
            onChange={setIgnoreIds}
          />
        }
        done={importKindTexts.costsDone({ costs: (text) => <Link to="/costs">{text}</Link> })}
      />
    </ModuleGate>
  )
}
