import type { ReactNode } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useCan } from '../api/session.tsx'
import { ConnectorSteps } from '../sites/add/connector-steps.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconCircle, IconCircleCheck, IconPlus, IconUpload } from '../ui/icons.ts'
import { overviewTexts } from './overview-texts.ts'

type Started = DataOf<'get-overview'>['get_started']

/** Shown while there are no sites. */
export function GetStarted({ started }: { started: Started }) {
  const can = useCan()
  return (
    <div className="grid-2">
      <Card title={overviewTexts.getStarted} flush>
        <ol className="checklist">
          <Step done={started.password_changed} title={overviewTexts.changeYourOneTime} />
          <Step done={started.has_connected_site} title={overviewTexts.connectYourFirstSite}>
            <p className="soft">{overviewTexts.oneSiteByHand}</p>
            {can('add-site') && (
              <div className="line">
                <LinkButton to="/sites/add" tone="primary" icon={IconPlus}>
                  {overviewTexts.addASite}
                </LinkButton>
                <LinkButton to="/sites/import" icon={IconUpload}>
                  {overviewTexts.importACsv}
                </LinkButton>
              </div>
            )}
          </Step>
          <Step done={started.has_synced} title={overviewTexts.seeWhatWaitsFor}>
            <p className="soft">{overviewTexts.theFirstSyncShows}</p>
          </Step>
          {started.has_second_user !== null && (
            <Step done={started.has_second_user} title={overviewTexts.inviteAColleague}>
              <LinkButton to="/access">{overviewTexts.access}</LinkButton>
            </Step>
          )}
          <Step done={started.email_ready} title={overviewTexts.letFlotillaSendE}>
            {started.email_missing && <p className="soft">{started.email_missing}</p>}
          </Step>
        </ol>
      </Card>
      <div className="stack">
        <Card title={overviewTexts.installTheConnectorOn}>
          <ConnectorSteps />
        </Card>
        <Card title={overviewTexts.onlyWantToLook}>
          <p>{overviewTexts.stopTheServiceAnd({ code: (text) => <code>{text}</code> })}</p>
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
          <span className="unseen">{done ? ', done' : overviewTexts.toDo}</span>
        </strong>
        {!done && children}
      </div>
    </li>
  )
}
