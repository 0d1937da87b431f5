import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { ColorField } from '../ui/form/color-field.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { costsTexts } from './costs-texts.ts'

export type ChoiceKind = 'product-type' | 'payment-method'

export interface Choice {
  slug: string
  title: string
  built_in: boolean
  /** Only product types have one. */
  color?: string
}

/** Adds or edits a product type or a payment method. */
export function ChoiceDialog({ kind, choice, onClose }: { kind: ChoiceKind; choice?: Choice; onClose: () => void }) {
  const [title, setTitle] = useState(choice?.title ?? '')
  const [color, setColor] = useState<string | null>(choice?.color || '#0b7a75')
  const add = useAction(`add-${kind}`)
  const update = useAction(`update-${kind}`)
  const save = choice ? update : add
  const colored = kind === 'product-type'
  const submit = () => {
    const values = { title: title.trim(), ...(colored && { color }) }
    const onSuccess = () => {
      toast(costsTexts.titleIsSaved({ title: values.title }), { tone: 'good' })
      onClose()
    }
    if (choice) update.mutate({ slug: choice.slug, ...values }, { onSuccess })
    else add.mutate(values, { onSuccess })
  }
  const name = { kind: colored ? 'product' : 'payment' }
  return (
    <FormDialog
      title={choice ? costsTexts.editTitle({ title: choice.title }) : costsTexts.addAWhat(name)}
      action={choice ? costsTexts.save : costsTexts.addTheWhat(name)}
      busy={save.isPending}
      problem={save.error}
      fields={['title', 'color']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="title" label={costsTexts.name} value={title} onChange={setTitle} />
      {colored && <ColorField name="color" label={costsTexts.colour} value={color} onChange={setColor} />}
    </FormDialog>
  )
}
