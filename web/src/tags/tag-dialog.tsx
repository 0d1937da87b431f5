import { useState } from 'react'
import type { RowOf } from '../api/call.ts'
import { useAction } from '../api/query.ts'
import { TagChip } from '../ui/badge.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { ColorField } from '../ui/form/color-field.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { tagsTexts } from './tags-texts.ts'

export type Tag = RowOf<'list-tags'>

/** Adds or edits a tag. */
export function TagDialog({ tag, onClose }: { tag?: Tag; onClose: () => void }) {
  const [name, setName] = useState(tag?.name ?? '')
  const [color, setColor] = useState<string | null>(tag ? tag.color : '#0b7a75')
  const add = useAction('add-tag')
  const update = useAction('update-tag')
  const save = tag ? update : add
  const submit = () => {
    const values = { name: name.trim(), color }
    const onSuccess = () => {
      toast(tagsTexts.theTagNameIs({ name: values.name }), { tone: 'good' })
      onClose()
    }
    if (tag) update.mutate({ tag_id: tag.id, ...values }, { onSuccess })
    else add.mutate(values, { onSuccess })
  }
  return (
    <FormDialog
      title={tag ? tagsTexts.editName({ name: tag.name }) : tagsTexts.addATag}
      action={tag ? tagsTexts.save : tagsTexts.addTheTag}
      busy={save.isPending}
      problem={save.error}
      fields={['name', 'color']}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField name="name" label={tagsTexts.name} autoComplete="off" value={name} onChange={setName} />
      <ColorField name="color" label={tagsTexts.colour} optional value={color} onChange={setColor} />
      <p className="soft">
        {tagsTexts.itLooksLikeThis({ tagChip: () => <TagChip name={name.trim() || tagsTexts.tag} color={color} /> })}
      </p>
    </FormDialog>
  )
}
