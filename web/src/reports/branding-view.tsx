import { useState } from 'react'
import { useAction, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Form } from '../ui/form/form.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import type { Branding, ReportSettings } from './branding.ts'
import { BrandingFields, TextsFields } from './branding-fields.tsx'
import { CoverPreview } from './cover-preview.tsx'
import { reportsTexts } from './reports-texts.ts'
import { SectionsField } from './sections-field.tsx'
import { SentenceList } from './sentence-list.tsx'

export function BrandingView() {
  const { data, error, refetch } = useOperation('get-report-settings', {})
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={10} />
  return (
    <div className="stack">
      <BrandingForm settings={data} />
      <SentenceList />
    </div>
  )
}

function BrandingForm({ settings }: { settings: ReportSettings }) {
  const { vulnerability_sources: _, vulnerability_feed_url: __, ...stored } = settings
  const [values, setValues] = useState<Branding>(stored)
  const can = useCan()
  const save = useAction('update-report-settings')
  const set = (change: Partial<Branding>) => setValues({ ...values, ...change })
  const submit = () =>
    save.mutate(values, { onSuccess: () => void toast(reportsTexts.theReportsLookLike, { tone: 'good' }) })
  return (
    <Form problem={save.error} onSubmit={submit} fields={Object.keys(values)}>
      <div className="grid-2">
        <Card title={reportsTexts.whoTheyAreFrom}>
          <div className="stack">
            <BrandingFields values={values} onChange={set} />
          </div>
        </Card>
        <Card title={reportsTexts.theCoverWillLook}>
          <CoverPreview branding={values} />
        </Card>
        <Card title={reportsTexts.texts}>
          <div className="stack">
            <TextsFields values={values} onChange={set} />
          </div>
        </Card>
        <Card title={reportsTexts.whatReportsShowIn}>
          <SectionsField selected={values.sections} onChange={(sections) => set({ sections })} />
        </Card>
      </div>
      {can('update-report-settings') && (
        <div className="line">
          <Button type="submit" tone="primary" busy={save.isPending}>
            {reportsTexts.save}
          </Button>
          <Button onClick={() => setValues(stored)}>{reportsTexts.undoChanges}</Button>
        </div>
      )}
    </Form>
  )
}
