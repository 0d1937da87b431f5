import type { ReactNode } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useAppShell } from '../api/app-shell.ts'
import { storePreference } from '../api/preferences.ts'
import { useCan } from '../api/session.tsx'
import { ConnectorSteps } from '../sites/add/connector-steps.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconCircle, IconCircleCheck, IconPlus, IconUpload } from '../ui/icons.ts'
import { startTexts } from './start-texts.ts'

type Overview = Pick<DataOf<'get-overview'>, 'get_started' | 'monitoring'>

/** What the user has done or hidden: `backup`, `dismissed`. */
const preference = 'get-started'

/** The first steps, until they are done or hidden; with more help while there are no sites. */
export default function GetStarted({ get_started: started, monitoring }: Overview) {
  const can = useCan()
  const { data } = useAppShell()
  if (!data) return null
  const stored: unknown = data.preferences[preference]
  const noted = Array.isArray(stored) ? stored.map(String) : []
  const note = (what: string) => storePreference(preference, [...new Set([...noted, what])])
  const steps = [
    {
      title: startTexts.connectSite,
      done: started.has_connected_site,
      help: (
        <>
          <p className="soft">{startTexts.connectSiteHint}</p>
          {can('add-site') && (
            <div className="line">
              <LinkButton to="/sites/add" tone="primary" icon={IconPlus}>
                {startTexts.addSite}
              </LinkButton>
              <LinkButton to="/sites/import" icon={IconUpload}>
                {startTexts.importSites}
              </LinkButton>
            </div>
          )}
        </>
      ),
    },
    ...(monitoring === null
      ? []
      : [
          {
            title: startTexts.monitor,
            done: monitoring.monitored > 0,
            help: <LinkButton to="/monitors">{startTexts.openMonitors}</LinkButton>,
          },
        ]),
    ...(started.has_second_user === null
      ? []
      : [
          {
            title: startTexts.alerts,
            done: started.email_ready || started.has_channel === true,
            help: (
              <>
                <p className="soft">{startTexts.alertsHint}</p>
                <div className="line">
                  <LinkButton to="/settings/$group" params={{ group: 'emails' }}>
                    {startTexts.setUpMail}
                  </LinkButton>
                  <LinkButton to="/notifications/$tab" params={{ tab: 'channels' }}>
                    {startTexts.addChannel}
                  </LinkButton>
                </div>
              </>
            ),
          },
          {
            title: startTexts.invite,
            done: started.has_second_user,
            help: <LinkButton to="/access">{startTexts.openAccess}</LinkButton>,
          },
          {
            title: startTexts.backup,
            done: started.has_backup === true || noted.includes('backup'),
            help: (
              <>
                <p className="soft">{startTexts.backupHint({ code: (text) => <code>{text}</code> })}</p>
                <div className="line">
                  <LinkButton to="/service-backups">{startTexts.setUpBackup}</LinkButton>
                  <Button onClick={() => note('backup')}>{startTexts.backupDone}</Button>
                </div>
              </>
            ),
          },
        ]),
  ]
  const list = (
    <Card
      title={startTexts.title}
      flush
      {...(started.has_site && {
        actions: (
          <Button small tone="quiet" onClick={() => note('dismissed')}>
            {startTexts.hide}
          </Button>
        ),
      })}
    >
      <ol className="checklist">
        {steps.map(({ title, done, help }) => (
          <Step key={title} title={title} done={done}>
            {help}
          </Step>
        ))}
      </ol>
    </Card>
  )
  if (started.has_site) return noted.includes('dismissed') || steps.every(({ done }) => done) ? null : list
  return (
    <div className="grid-2">
      {list}
      <div className="stack">
        <Card title={startTexts.installConnector}>
          <ConnectorSteps />
        </Card>
        <Card title={startTexts.tryDemo}>
          <p>{startTexts.tryDemoHint({ code: (text) => <code>{text}</code> })}</p>
        </Card>
      </div>
    </div>
  )
}

function Step({ done, title, children }: { done: boolean; title: string; children: ReactNode }) {
  const Glyph = done ? IconCircleCheck : IconCircle
  return (
    <li className={done ? 'done' : 'open'}>
      <Glyph size={20} aria-hidden />
      <div className="stack-tight">
        <strong>
          {title}
          <span className="unseen">{done ? startTexts.done : startTexts.toDo}</span>
        </strong>
        {!done && children}
      </div>
    </li>
  )
}
