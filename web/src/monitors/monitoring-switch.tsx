import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../../contract/client.ts'
import { runAction } from '../actions/run-action.tsx'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { coverageTexts } from './coverage-texts.ts'

export type Coverage = DataOf<'get-monitoring-coverage'>

/** Whether "none is down" holds for the whole fleet: every site is monitored and was checked lately. */
export const isFullyChecked = ({ sites, monitored, checked }: Coverage): boolean =>
  sites > 0 && monitored === sites && checked === monitored

/** Turns monitoring on for all sites; where that is already the default, a link to the monitors that are off. */
export function MonitoringSwitch({ coverage: { sites, monitored, active_by_default } }: { coverage: Coverage }) {
  const can = useCan()
  if (monitored === sites) return null
  if (active_by_default || !can('update-global-monitor-settings'))
    return (
      <Link to="/monitors" search={{ status: 'paused' }}>
        {coverageTexts.showOthers}
      </Link>
    )
  return (
    <Button
      small
      onClick={() =>
        void runAction(
          'update-global-monitor-settings',
          { active: true },
          { doing: coverageTexts.switching, done: coverageTexts.switched },
        )
      }
    >
      {coverageTexts.switchOn}
    </Button>
  )
}
