import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { TextArea, TextField } from '../ui/form/fields.tsx'
import { toast } from '../ui/toast.tsx'
import { vulnerabilityTexts } from './vulnerability-texts.ts'

const usualDays = 30

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A reason and a last day are required; the name is that of the user. */
export function AcceptDialog({
  vulnerabilityId,
  title,
  sites,
  siteIds,
  onClose,
}: {
  vulnerabilityId: number
  title: string
  /** Open sites. */
  sites: number
  /** Only these sites; otherwise all that are open. */
  siteIds?: readonly number[]
  onClose: () => void
}) {
  const accept = useAction('accept-vulnerability')
  const [reason, setReason] = useState('')
  const [endsOn, setEndsOn] = useState(() => inDays(usualDays))
  const submit = () =>
    accept.mutate(
      {
        vulnerability_id: vulnerabilityId,
        reason,
        ends_on: endsOn,
        ...(siteIds && { site_ids_or_domains: [...siteIds] }),
      },
      {
        onSuccess: () => {
          toast(`${vulnerabilityTexts.accepted}.`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={vulnerabilityTexts.acceptTitle({ title })}
      action={vulnerabilityTexts.acceptAction({ count: siteIds?.length ?? sites })}
      busy={accept.isPending}
      problem={accept.error}
      fields={['reason', 'ends_on']}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="soft">{vulnerabilityTexts.acceptHint}</p>
      <TextArea
        name="reason"
        label={vulnerabilityTexts.acceptReason}
        rows={3}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <TextField
        name="ends_on"
        type="date"
        label={vulnerabilityTexts.acceptUntil}
        min={inDays(0)}
        max={inDays(366)}
        value={endsOn}
        onChange={setEndsOn}
      />
    </FormDialog>
  )
}
