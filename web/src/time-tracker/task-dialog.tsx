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
import { startTimer } from './timer-actions.ts'

type Task = DataOf<'get-time-task'>

/** Adds a task, or edits the one with `taskId`. */
export function TaskDialog({ taskId, client, onClose }: { taskId?: number; client?: Option; onClose: () => void }) {
  const { data, error } = useOperation('get-time-task', { task_id: taskId ?? 0 }, { enabled: taskId !== undefined })
  if (taskId === undefined) return <TaskForm before={{ ...emptyTask, client: client ?? null }} onClose={onClose} />
  if (data) return <TaskForm task={data} before={taskValuesOf(data)} onClose={onClose} />
  return (
    <Dialog title="Task" wide onClose={onClose}>
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
            toast(`${title} is saved.`, { tone: 'good' })
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
          else toast(`${added.title} is added.`, { tone: 'good' })
        },
      },
    )
  }
  return (
    <FormDialog
      title={task ? task.title : 'Add a task'}
      action={task ? 'Save' : runNow && values.duration === '' ? 'Add and start' : 'Add the task'}
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
          label="Start the timer now"
          hint="Not if you wrote a time down."
          checked={runNow && values.duration === ''}
          disabled={values.duration !== ''}
          onChange={setRunNow}
        />
      )}
      {task && <TaskEntries entries={task.entries} />}
    </FormDialog>
  )
}
