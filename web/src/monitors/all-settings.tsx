import { useState } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { useAction, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form } from '../ui/form/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { monitorsTexts } from './monitors-texts.ts'
import { monitorFieldNames, SettingsFields } from './settings-fields.tsx'
import { inputOf, monitorValuesOf } from './settings-values.ts'

const retries = Array.from({ length: 11 }, (_, count) => count)

/** Default settings of all monitors. */
export function AllSettings() {
  const { data, error } = useOperation('get-global-monitor-settings', {})
  if (error && !data) return <ErrorState error={error} />
  if (!data) return <Loading />
  return <AllSettingsForm known={data} />
}

function AllSettingsForm({ known }: { known: DataOf<'get-global-monitor-settings'> }) {
  const can = useCan()
  const [values, setValues] = useState(() => monitorValuesOf(known))
  const save = useAction('update-global-monitor-settings')
  const submit = () => {
    const { maxretries, type, method, ...input } = inputOf(values)
    save.mutate(
      {
        ...input,
        ...(typeof maxretries === 'number' && { maxretries }),
        ...(type && type !== 'useglobal' && { type }),
        ...(method && method !== 'useglobal' && { method }),
      },
      { onSuccess: () => toast(monitorsTexts.savedEverySiteWithout, { tone: 'good' }) },
    )
  }
  return (
    <Card title={monitorsTexts.forEverySiteWithout}>
      <Form problem={save.error} onSubmit={submit} fields={monitorFieldNames}>
        {!known.active && <Notice tone="warn">{monitorsTexts.sitesAreNotChecked}</Notice>}
        <SettingsFields values={values} onChange={(change) => setValues({ ...values, ...change })} retries={retries} />
        {can('update-global-monitor-settings') && (
          <div>
            <Button type="submit" tone="primary" busy={save.isPending}>
              {monitorsTexts.save}
            </Button>
          </div>
        )}
      </Form>
    </Card>
  )
}
