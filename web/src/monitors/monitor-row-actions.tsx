import { runAction } from '../actions/run-action.tsx'
import { useCan } from '../api/session.tsx'
import { IconButton } from '../ui/button.tsx'
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '../ui/icons.ts'
import { milliseconds, monitorStatusLabels } from './monitor-labels.ts'
import { monitorsTexts } from './monitors-texts.ts'

interface Watched {
  id: number
  name: string
  url: string
  active: boolean
}

export const checkNow = ({ id, name, url }: Omit<Watched, 'active'>) =>
  runAction(
    'check-monitor',
    { site_id_or_domain: id },
    {
      doing: monitorsTexts.checkingName({ name: name || url }),
      done: ({ uptime_status, http_code, ping_ms, msg }) =>
        uptime_status === 'up'
          ? monitorsTexts.isUp({
              name: name || url,
              answer: http_code || monitorsTexts.itAnswers,
              time: milliseconds(ping_ms),
            })
          : `${name || url}: ${monitorStatusLabels[uptime_status]}. ${msg}`,
      tone: ({ uptime_status }) => (uptime_status === 'up' ? 'good' : 'bad'),
    },
  )

/** Pauses or resumes the checks of one site. */
export const switchMonitor = (monitor: Watched): Promise<unknown> => {
  const { id, name, url, active } = monitor
  const undo = () => () => void switchMonitor({ ...monitor, active: !active })
  return runAction(
    'update-monitor-settings',
    { site_id_or_domain: id, active: !active },
    active
      ? {
          doing: monitorsTexts.pausingName({ name: name || url }),
          done: monitorsTexts.nameIsNoLonger({ name: name || url }),
          undo,
        }
      : {
          doing: monitorsTexts.startingName({ name: name || url }),
          done: monitorsTexts.nameIsCheckedAgain({ name: name || url }),
        },
  )
}

export function MonitorRowActions({ monitor }: { monitor: Watched }) {
  const can = useCan()
  const { name, url, active } = monitor
  return (
    <span className="row-actions">
      {can('check-monitor') && (
        <IconButton
          small
          icon={IconRefresh}
          label={monitorsTexts.checkNameNow({ name: name || url })}
          onClick={() => void checkNow(monitor)}
        />
      )}
      {can('update-monitor-settings') && (
        <IconButton
          small
          icon={active ? IconPlayerPause : IconPlayerPlay}
          label={
            active ? monitorsTexts.pauseName({ name: name || url }) : monitorsTexts.resumeName({ name: name || url })
          }
          onClick={() => void switchMonitor(monitor)}
        />
      )}
    </span>
  )
}
