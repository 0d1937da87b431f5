import { useState } from 'react'
import { Can, useCan } from '../../api/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconUpload, IconWorld } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type AddedSite, AddSiteForm } from './add-site-form.tsx'
import { addTexts } from './add-texts.ts'
import { AddedSiteSteps } from './added-site-steps.tsx'
import { ConnectorSteps } from './connector-steps.tsx'

export default function AddSitePage() {
  const can = useCan()
  const [added, setAdded] = useState<AddedSite | null>(null)
  return (
    <>
      <PageHeader
        title={addTexts.addASite}
        guide="connect"
        actions={
          <Can operation="import-sites">
            <LinkButton to="/sites/import" icon={IconUpload}>
              {addTexts.importMany}
            </LinkButton>
          </Can>
        }
      >
        {addTexts.flotillaTalksToWordpress}
      </PageHeader>
      {!can('add-site') ? (
        <EmptyState icon={IconWorld} title={addTexts.yourRoleOnlyLooks}>
          {addTexts.askAManagerOr}
        </EmptyState>
      ) : added ? (
        <AddedSiteSteps site={added} onAnother={() => setAdded(null)} />
      ) : (
        <div className="add-site">
          <Card title={addTexts.theSite}>
            <AddSiteForm onAdded={setAdded} />
          </Card>
          <Card title={addTexts.beforeYouBegin}>
            <ConnectorSteps />
          </Card>
        </div>
      )}
    </>
  )
}
