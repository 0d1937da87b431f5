import '../site.css'
import { useState } from 'react'
import { Can, useCan } from '../../api/session.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { IconUpload, IconWorld } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type AddedSite, AddSiteForm } from './add-site-form.tsx'
import { AddedSiteSteps } from './added-site-steps.tsx'
import { ConnectorSteps } from './connector-steps.tsx'

export default function AddSitePage() {
  const can = useCan()
  const [added, setAdded] = useState<AddedSite | null>(null)
  return (
    <>
      <PageHeader
        title="Add a site"
        actions={
          <Can operation="import-sites">
            <LinkButton to="/sites/import" icon={IconUpload}>
              Import many
            </LinkButton>
          </Can>
        }
      >
        Flotilla talks to WordPress through a small connector plugin on the site.
      </PageHeader>
      {!can('add-site') ? (
        <EmptyState icon={IconWorld} title="Your role only looks">
          Ask a manager or an administrator to add sites.
        </EmptyState>
      ) : added ? (
        <AddedSiteSteps site={added} onAnother={() => setAdded(null)} />
      ) : (
        <div className="add-site">
          <Card title="The site">
            <AddSiteForm onAdded={setAdded} />
          </Card>
          <Card title="Before you begin">
            <ConnectorSteps />
          </Card>
        </div>
      )}
    </>
  )
}
