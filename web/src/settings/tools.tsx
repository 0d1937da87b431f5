import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconKey, IconLogout, IconUnlink } from '../ui/icons.ts'
import { settingsTexts } from './settings-texts.ts'

const tools = [
  {
    operation: 'destroy-sessions',
    title: settingsTexts.endAllSessionsOn,
    description: settingsTexts.everybodyMustSignIn,
    action: settingsTexts.endAllSessions,
    icon: IconLogout,
  },
  {
    operation: 'renew-connections',
    title: settingsTexts.renewAllConnections,
    description: settingsTexts.everySiteGetsA,
    action: settingsTexts.renewAllConnections,
    icon: IconKey,
  },
  {
    operation: 'disconnect-all-sites',
    title: settingsTexts.disconnectAllSites,
    description: settingsTexts.theSitesAreInformed,
    action: settingsTexts.disconnectAllSites,
    icon: IconUnlink,
  },
] as const

/** Operations on all sites, run as jobs after showing the plan. */
export function Tools() {
  const [open, setOpen] = useState<(typeof tools)[number] | null>(null)
  return (
    <>
      <Card title={settingsTexts.forAllSitesAt}>
        <ul className="stack">
          {tools.map((tool) => (
            <li key={tool.operation} className="apart tool">
              <div>
                <strong>{tool.title}</strong>
                <p className="soft">{tool.description}</p>
              </div>
              <Button
                icon={tool.icon}
                tone={tool.operation === 'disconnect-all-sites' ? 'danger' : 'plain'}
                onClick={() => setOpen(tool)}
              >
                {tool.action}
              </Button>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={settingsTexts.guideAndMessages}>
        <ul className="stack">
          <li className="apart tool">
            <div>
              <strong>{settingsTexts.showDismissedMessagesAgain}</strong>
              <p className="soft">{settingsTexts.forEverybody}</p>
            </div>
            <Button
              onClick={() =>
                void runAction(
                  'restore-info-messages',
                  {},
                  {
                    doing: settingsTexts.restoringMessages,
                    done: ({ restored }) => settingsTexts.messagesRestoredRestored({ restored }),
                  },
                )
              }
            >
              {settingsTexts.restoreMessages}
            </Button>
          </li>
          <li className="apart tool">
            <div>
              <strong>{settingsTexts.beginTheFirstStart}</strong>
              <p className="soft">{settingsTexts.whatTheGuideHas}</p>
            </div>
            <Button
              onClick={() =>
                void runAction(
                  'clear-activation-data',
                  {},
                  {
                    doing: settingsTexts.forgetting,
                    done: ({ cleared }) => settingsTexts.notesForgottenCleared({ cleared }),
                  },
                )
              }
            >
              {settingsTexts.beginAnew}
            </Button>
          </li>
        </ul>
      </Card>
      {open && (
        <PlanDialog
          operation={open.operation}
          input={{}}
          title={open.title}
          action={open.action}
          doing={open.title}
          done={settingsTexts.started}
          danger={open.operation === 'disconnect-all-sites'}
          affectsFleet
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
