import { useState } from 'react'
import { PlanDialog } from '../actions/plan-dialog.tsx'
import { useCan } from '../api/session.tsx'
import { IconButton } from '../ui/button.tsx'
import {
  IconDotsVertical,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
} from '../ui/icons.ts'
import { Menu } from '../ui/menu.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import type { Task } from './task-columns.tsx'
import { timeTrackerTexts } from './time-tracker-texts.ts'
import { pauseTimer, startTimer, stopTimer } from './timer-actions.ts'

export function TimerButtons({ task, onEdit }: { task: Task; onEdit: () => void }) {
  const can = useCan()
  const [deleting, setDeleting] = useState(false)
  const { id, title, timer } = task
  return (
    <span className="row-buttons">
      {timer === 'running'
        ? can('pause-timer') && (
            <IconButton
              small
              icon={IconPlayerPause}
              label={timeTrackerTexts.pauseTitle({ title })}
              onClick={() => void pauseTimer(task)}
            />
          )
        : timer !== 'stopped' &&
          can('start-timer') && (
            <IconButton
              small
              icon={IconPlayerPlay}
              label={timeTrackerTexts.startTheTimerOf({ title })}
              onClick={() => void startTimer(task)}
            />
          )}
      {can('update-time-task') && (
        <Menu
          className="button quiet square small"
          label={timeTrackerTexts.moreForTitle({ title })}
          trigger={<IconDotsVertical size={17} aria-hidden />}
          entries={[
            { label: timeTrackerTexts.edit, icon: IconPencil, onSelect: onEdit },
            (timer === 'running' || timer === 'paused') && {
              label: timeTrackerTexts.stopTheTimer,
              icon: IconPlayerStop,
              onSelect: () => void stopTimer(task),
            },
            can('delete-time-task') && {
              label: uiTexts.delete,
              icon: IconTrash,
              danger: true,
              onSelect: () => setDeleting(true),
            },
          ]}
        />
      )}
      {deleting && (
        <PlanDialog
          operation="delete-time-task"
          input={{ task_id: id }}
          title={timeTrackerTexts.deleteTitle({ title })}
          action={uiTexts.delete}
          doing={timeTrackerTexts.deletingTitle({ title })}
          done={timeTrackerTexts.titleIsDeleted({ title })}
          danger
          onClose={() => setDeleting(false)}
        />
      )}
    </span>
  )
}
