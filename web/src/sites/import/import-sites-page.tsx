import { Link } from '@tanstack/react-router'
import { importKindTexts } from '../../import/import-kind-texts.ts'
import { ImportPage } from '../../import/import-page.tsx'

export default function ImportSitesPage() {
  return (
    <ImportPage
      kind="sites"
      title={importKindTexts.sitesTitle}
      intro={importKindTexts.sitesIntro}
      done={importKindTexts.sitesDone({ sites: (text) => <Link to="/sites">{text}</Link> })}
    />
  )
}
