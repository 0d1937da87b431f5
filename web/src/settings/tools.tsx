import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { runAction } from '../actions/run-action.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { IconKey, IconLogout, IconUnlink } from '../ui/icons.ts'

const tools = [
  {
    operation: 'destroy-sessions',
    title: 'End all sessions on all sites',
    description: 'Everybody must sign in again on every site. For when a password may have leaked.',
    action: 'End all sessions',
    icon: IconLogout,
  },
  {
    operation: 'renew-connections',
    title: 'Renew all connections',
    description: 'Every site gets a new key. The old one counts until a site has taken the new one.',
    action: 'Renew all connections',
    icon: IconKey,
  },
  {
    operation: 'disconnect-all-sites',
    title: 'Disconnect all sites',
    description: 'The sites are told to forget Flotilla. Records stay; each site has to be connected anew.',
    action: 'Disconnect all sites',
    icon: IconUnlink,
  },
] as const

/** Operations on all sites, run as jobs after showing the plan. */
export function Tools() {
  const [open, setOpen] = useState<(typeof tools)[number] | null>(null)
  return (
    <>
      <Card title="For all sites at once">
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
      <Card title="Guide and messages">
        <ul className="stack">
          <li className="apart tool">
            <div>
              <strong>Show dismissed messages again</strong>
              <p className="soft">For everybody.</p>
            </div>
            <Button
              onClick={() =>
                void runAction(
                  'restore-info-messages',
                  {},
                  { doing: 'Restoring messages', done: ({ restored }) => `Messages restored: ${restored}` },
                )
              }
            >
              Restore messages
            </Button>
          </li>
          <li className="apart tool">
            <div>
              <strong>Begin the first-start guide anew</strong>
              <p className="soft">What the guide has noted so far is forgotten.</p>
            </div>
            <Button
              onClick={() =>
                void runAction(
                  'clear-activation-data',
                  {},
                  { doing: 'Forgetting', done: ({ cleared }) => `Notes forgotten: ${cleared}` },
                )
              }
            >
              Begin anew
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
          done="Started"
          danger={open.operation === 'disconnect-all-sites'}
          affectsFleet
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
