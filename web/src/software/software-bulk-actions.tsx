import { useCan } from '../api/session.tsx'
import type { SiteChoice } from '../fleet/site-choice.ts'
import { Button } from '../ui/button.tsx'
import type { SoftwareType } from './software-labels.ts'
import { softwareTexts } from './software-texts.ts'

export type SoftwareAction = 'activate' | 'deactivate' | 'delete'

/** An opened dialog, with the sites that were selected then. */
export interface OpenSoftwareAction {
  action: SoftwareAction
  choice: SiteChoice
  count: number
}

const offered = {
  plugin: { activate: 'activate-site-plugins', deactivate: 'deactivate-site-plugins', delete: 'delete-site-plugins' },
  theme: { activate: 'activate-site-theme', delete: 'delete-site-themes' },
} as const satisfies Record<SoftwareType, Partial<Record<SoftwareAction, string>>>

/** Actions on a plugin or theme of the selected sites. */
export function SoftwareBulkActions({
  type,
  onOpen,
}: {
  type: SoftwareType
  onOpen: (action: SoftwareAction) => void
}) {
  const can = useCan()
  const labels = {
    activate: softwareTexts.activate,
    deactivate: softwareTexts.deactivate,
    delete: softwareTexts.delete,
  }
  return (Object.entries(offered[type]) as [SoftwareAction, Parameters<typeof can>[0]][])
    .filter(([, operation]) => can(operation))
    .map(([action]) => (
      <Button key={action} small tone={action === 'delete' ? 'danger' : 'plain'} onClick={() => onOpen(action)}>
        {labels[action]}
      </Button>
    ))
}
