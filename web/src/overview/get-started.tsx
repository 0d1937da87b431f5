import type { ReactNode } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useCan } from '../api/session.tsx'
import { ConnectorSteps } from '../sites/add/connector-steps.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconCircle, IconCircleCheck, IconPlus, IconUpload } from '../ui/icons.ts'

type Started = DataOf<'get-overview'>['get_started']

/** Shown while there are no sites. */
export function GetStarted({ started }: { started: Started }) {
  const can = useCan()
  return (
    <div className="grid-2">
      <Card title="Get started" flush>
        <ol className="checklist">
          <Step done={started.password_changed} title="Change your one-time password" />
          <Step done={started.has_connected_site} title="Connect your first site">
            <p className="soft">One site by hand, or all of them from a list.</p>
            {can('add-site') && (
              <div className="line">
                <LinkButton to="/sites/add" tone="primary" icon={IconPlus}>
                  Add a site
                </LinkButton>
                <LinkButton to="/sites/import" icon={IconUpload}>
                  Import a CSV
                </LinkButton>
              </div>
            )}
          </Step>
          <Step done={started.has_synced} title="See what waits for it">
            <p className="soft">The first sync shows updates, security and health of the site.</p>
          </Step>
          {started.has_second_user !== null && (
            <Step done={started.has_second_user} title="Invite a colleague">
              <LinkButton to="/access">Access</LinkButton>
            </Step>
          )}
          <Step done={started.email_ready} title="Let Flotilla send e-mail">
            {started.email_missing && <p className="soft">{started.email_missing}</p>}
          </Step>
        </ol>
      </Card>
      <div className="stack">
        <Card title="Install the connector on a WordPress site">
          <ConnectorSteps />
        </Card>
        <Card title="Only want to look around?">
          <p>
            Stop the service and start it with <code>npm run demo</code>: it brings a fleet of simulated sites with
            updates, incidents and changes, and touches no real site.
          </p>
        </Card>
      </div>
    </div>
  )
}

function Step({ done, title, children }: { done: boolean; title: string; children?: ReactNode }) {
  const Glyph = done ? IconCircleCheck : IconCircle
  return (
    <li className={done ? 'done' : 'open'}>
      <Glyph size={20} aria-hidden />
      <div className="stack-tight">
        <strong>
          {title}
          <span className="unseen">{done ? ', done' : ', to do'}</span>
        </strong>
        {!done && children}
      </div>
    </li>
  )
}
