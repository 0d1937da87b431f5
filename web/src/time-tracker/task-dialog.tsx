import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useAction, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { CheckField, type Option } from '../ui/form/fields.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { TaskEntries } from './task-entries.tsx'
import { TaskFields } from './task-fields.tsx'
import { emptyTask, type TaskValues, taskChanges, taskFieldNames, taskValuesOf } from './task-values.ts'
import { timeTrackerTexts } from './time-tracker-texts.ts'
import { startTimer } from './timer-actions.ts'

type Task = DataOf<'get-time-task'>

/** Adds a task, or edits the one with `taskId`. */
export function TaskDialog({ taskId, client, onClose }: { taskId?: number; client?: Option; onClose: () => void }) {
  const { data, error } = useOperation('get-time-task', { task_id: taskId ?? 0 }, { enabled: taskId !== undefined })
  if (taskId === undefined) return <TaskForm before={{ ...emptyTask, client: client ?? null }} onClose={onClose} />
  if (data) return <TaskForm task={data} before={taskValuesOf(data)} onClose={onClose} />
  return (
    <Dialog title={timeTrackerTexts.task} wide onClose={onClose}>
      {error ? <ErrorState error={error} /> : <Loading lines={8} />}
    </Dialog>
  )
}

function TaskForm({ task, before, onClose }: { task?: Task; before: TaskValues; onClose: () => void }) {
  const can = useCan()
  const [start] = useState(before)
  const [values, setValues] = useState(before)
  const [runNow, setRunNow] = useState(can('start-timer'))
  const add = useAction('add-time-task')
  const update = useAction('update-time-task')
  const save = task ? update : add
  const submit = () => {
    if (task) {
      return update.mutate(
        { task_id: task.id, ...taskChanges(start, values) },
        {
          onSuccess({ title }) {
            toast(timeTrackerTexts.titleIsSaved({ title }), { tone: 'good' })
            onClose()
          },
        },
      )
    }
    add.mutate(
      // Sends the form's initial values too: what is shown is what is stored.
      { ...taskChanges({ ...emptyTask, task_status: '', payment_status: '' }, values), title: values.title.trim() },
      {
        onSuccess(added) {
          onClose()
          if (runNow && values.duration === '') void startTimer(added)
          else toast(timeTrackerTexts.titleIsAdded({ title: added.title }), { tone: 'good' })
        },
      },
    )
  }
  return (
    <FormDialog
      title={task ? task.title : timeTrackerTexts.addATask}
      action={
        task
          ? timeTrackerTexts.save
          : runNow && values.duration === ''
            ? timeTrackerTexts.addAndStart
            : timeTrackerTexts.addTheTask
      }
      wide
      busy={save.isPending}
      problem={save.error}
      fields={taskFieldNames}
      onSubmit={submit}
      onClose={onClose}
    >
      <TaskFields values={values} onChange={setValues} />
      {!task && can('start-timer') && (
        <CheckField
          name="run"
          label={timeTrackerTexts.startTheTimerNow}
          hint={timeTrackerTexts.notIfYouWrote}
          checked={runNow && values.duration === ''}
          disabled={values.duration !== ''}
          onChange={setRunNow}
        />
      )}
      {task && <TaskEntries entries={task.entries} />}
    </FormDialog>
  )
}
