import { useState } from 'react'
import { useNamed } from '../api/find.ts'
import { useAction, useOperation } from '../api/query.ts'
import { useCan } from '../api/session.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { CostFields } from './cost-fields.tsx'
import { CostTargets } from './cost-targets.tsx'
import { type CostValues, costChanges, costFieldNames, costValuesOf, emptyCost } from './cost-values.ts'
import { costsTexts } from './costs-texts.ts'

/** Adds a cost, or edits the one with `costId`. */
export function CostDialog({ costId, onClose }: { costId?: number; onClose: () => void }) {
  const { data, error } = useOperation('get-cost', { id: costId ?? 0 }, { enabled: costId !== undefined })
  const sites = useNamed('list-sites', data?.sites ?? [])
  const groups = useNamed('list-tags', data?.groups ?? [])
  const clients = useNamed('list-clients', data?.clients ?? [])
  if (costId === undefined) return <CostForm before={emptyCost} onClose={onClose} />
  if (data && sites && groups && clients) {
    return <CostForm costId={costId} before={costValuesOf(data, { sites, groups, clients })} onClose={onClose} />
  }
  return (
    <Dialog title={costsTexts.cost} wide onClose={onClose}>
      {error ? <ErrorState error={error} /> : <Loading lines={8} />}
    </Dialog>
  )
}

function CostForm({ costId, before, onClose }: { costId?: number; before: CostValues; onClose: () => void }) {
  const can = useCan()
  const [start] = useState(before)
  const [values, setValues] = useState(before)
  const add = useAction('add-cost')
  const update = useAction('update-cost')
  const save = costId === undefined ? add : update
  const set = (change: Partial<CostValues>) => setValues({ ...values, ...change })
  const submit = () => {
    if (costId !== undefined && !can('update-cost')) return onClose()
    const onSuccess = () => {
      toast(costsTexts.trimIsSaved({ trim: values.name.trim() }), { tone: 'good' })
      onClose()
    }
    if (costId !== undefined) return update.mutate({ id: costId, ...costChanges(start, values) }, { onSuccess })
    // Sends the form's defaults too: what is shown is what is stored.
    const changes = costChanges({ ...emptyCost, product_type: '', renewal_type: '' }, values)
    add.mutate({ ...changes, name: values.name.trim(), price: values.price.trim() }, { onSuccess })
  }
  const action = costId === undefined ? costsTexts.addTheCost : can('update-cost') ? costsTexts.save : costsTexts.close
  return (
    <FormDialog
      title={costId === undefined ? costsTexts.addACost : start.name}
      action={action}
      wide
      busy={save.isPending}
      problem={save.error}
      fields={costFieldNames}
      onSubmit={submit}
      onClose={onClose}
    >
      <CostFields values={values} onChange={set} />
      <CostTargets values={values} onChange={set} />
    </FormDialog>
  )
}
