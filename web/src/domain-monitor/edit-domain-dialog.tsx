import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { toast } from '../ui/toast.tsx'
import type { Profile } from './domain-columns.tsx'

/** Values that the registry does not report, entered by hand. Reported values take precedence. */
export function EditDomainDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const [expiry, setExpiry] = useState(profile.expiry_date?.slice(0, 10) ?? '')
  const [registrar, setRegistrar] = useState(profile.registrar ?? '')
  const save = useAction('update-domain-profile')
  const submit = () =>
    save.mutate(
      { site_id_or_domain: profile.id, expiry_date: expiry || null, registrar: registrar.trim() || null },
      {
        onSuccess: () => {
          toast(`Saved what is known of ${profile.domain_name}.`, { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={`${profile.domain_name}, by hand`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" busy={save.isPending} onClick={submit}>
            Save
          </Button>
        </>
      }
    >
      <Form problem={save.error} onSubmit={submit} fields={['expiry_date', 'registrar']}>
        <p className="soft">Where the registry tells the same, what it says is shown instead.</p>
        <TextField name="expiry_date" label="Registered until" type="date" value={expiry} onChange={setExpiry} />
        <TextField name="registrar" label="Registrar" value={registrar} onChange={setRegistrar} />
      </Form>
    </Dialog>
  )
}
