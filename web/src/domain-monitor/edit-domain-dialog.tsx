import { useState } from 'react'
import { useAction } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { Form } from '../ui/form/form.tsx'
import { toast } from '../ui/toast.tsx'
import type { Profile } from './domain-columns.tsx'
import { domainMonitorTexts } from './domain-monitor-texts.ts'

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
          toast(domainMonitorTexts.savedWhatIsKnown({ domainname: profile.domain_name ?? '' }), { tone: 'good' })
          onClose()
        },
      },
    )
  return (
    <Dialog
      title={domainMonitorTexts.domainnameByHand({ domainname: profile.domain_name ?? '' })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{domainMonitorTexts.cancel}</Button>
          <Button tone="primary" busy={save.isPending} onClick={submit}>
            {domainMonitorTexts.save}
          </Button>
        </>
      }
    >
      <Form problem={save.error} onSubmit={submit} fields={['expiry_date', 'registrar']}>
        <p className="soft">{domainMonitorTexts.whereTheRegistryTells}</p>
        <TextField
          name="expiry_date"
          label={domainMonitorTexts.registeredUntil}
          type="date"
          value={expiry}
          onChange={setExpiry}
        />
        <TextField name="registrar" label={domainMonitorTexts.registrar} value={registrar} onChange={setRegistrar} />
      </Form>
    </Dialog>
  )
}
