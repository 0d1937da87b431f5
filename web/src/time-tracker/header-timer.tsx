import { Link } from '@tanstack/react-router'
import { useAppShell } from '../api/app-shell.ts'
import { useCan } from '../api/session.tsx'
import { useModule } from '../modules/module-gate.tsx'
import { IconClock, IconExternalLink, IconPlayerPause, IconPlayerStop } from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { RunningClock } from './running-clock.tsx'
import { timeTrackerTexts } from './time-tracker-texts.ts'
import { pauseTimer, stopTimer } from './timer-actions.ts'

/** The user's own timer in the header, or a button to start one. */
export function HeaderTimer() {
  const on = useModule('time-tracker') === true
  const can = useCan()
  const allowed = on && can('list-time-tasks')
  const { data, dataUpdatedAt } = useAppShell()
  const task = data?.timer
  if (!allowed || (!task && !can('start-timer'))) return null
  if (!task) {
    return (
      <Link
        to="/time-tracker"
        search={{ new: '1' }}
        className="button quiet"
        aria-label={timeTrackerTexts.startATimer}
        title={timeTrackerTexts.startATimer}
      >
        <IconClock size={18} stroke={1.8} aria-hidden />
      </Link>
    )
  }
  return (
    <Menu
      className="button quiet jobs-running header-timer"
      label={timeTrackerTexts.yourTimerRunsFor({ title: task.title })}
      trigger={
        <>
          <IconClock size={18} stroke={1.8} aria-hidden />
          <span className="cut header-timer-title">{task.title}</span>
          <RunningClock seconds={task.duration} answeredAt={dataUpdatedAt} decoration />
        </>
      }
      entries={[
        { heading: task.client_name ? `${task.title}, ${task.client_name}` : task.title },
        can('pause-timer') && {
          label: timeTrackerTexts.pause,
          icon: IconPlayerPause,
          onSelect: () => void pauseTimer(task),
        },
        can('stop-timer') && {
          label: timeTrackerTexts.stop,
          icon: IconPlayerStop,
          onSelect: () => void stopTimer(task),
        },
        { label: timeTrackerTexts.allTasks, icon: IconExternalLink, link: { to: '/time-tracker' } },
      ]}
    />
  )
}
