import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { importKindTexts } from '../import/import-kind-texts.ts'
import { ImportPage } from '../import/import-page.tsx'

import { CheckField } from '../ui/form/fields.tsx'

export default function ImportClientsPage() {
  const [ignoreIds, setIgnoreIds] = useState(false)
  return (
    <ImportPage
      kind="clients"
      title={importKindTexts.clientsTitle}
      intro={importKindTexts.clientsIntro}
      ignoreIds={ignoreIds}
      choices={
        <CheckField
          name="ignore_ids"
          label={importKindTexts.otherInstallation}
          hint={importKindTexts.clientsOtherIds}
          checked={ignoreIds}
          onChange={setIgnoreIds}
        />
      }
      done={importKindTexts.clientsDone({ clients: (text) => <Link to="/clients">{text}</Link> })}
    />
  )
}
