import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { noTargets, TargetsField, targetsOf } from '../fleet/targets-field.tsx'
import { importKindTexts } from '../import/import-kind-texts.ts'
import { ImportPage } from '../import/import-page.tsx'

/** Imports users of WordPress sites. A job creates them and reports each outcome. */
export default function ImportSiteUsersPage() {
  const [targets, setTargets] = useState(noTargets)
  return (
    <ImportPage
      kind="site-users"
      title={importKindTexts.siteUsersTitle}
      intro={importKindTexts.siteUsersIntro({ page: (text) => <Link to="/access/import">{text}</Link> })}
      values={targetsOf(targets)}
      choices={
        <div className="stack-tight">
          <strong>{importKindTexts.siteUsersTargets}</strong>
          <TargetsField targets={targets} onChange={setTargets} />
        </div>
      }
      done={importKindTexts.siteUsersDone({ users: (text) => <Link to="/site-users">{text}</Link> })}
    />
  )
}
