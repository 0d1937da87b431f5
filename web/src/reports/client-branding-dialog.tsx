import { useState } from 'react'
import type { DataOf, InputOf } from '../../../contract/client.ts'
import { useAction, useOperation } from '../api/query.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { ColorField } from '../ui/form/color-field.tsx'
import { CheckField, SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { clientBrandingTexts } from './client-branding-texts.ts'
import { LogoField } from './logo-field.tsx'

type Branding = DataOf<'get-client-branding'>

interface DialogProps {
  client: { id: number; name: string }
  onClose: () => void
}

export function ClientBrandingDialog({ client, onClose }: DialogProps) {
  const { data, error, refetch } = useOperation('get-client-branding', { client_id_or_email: client.id })
  if (data) return <BrandingForm client={client} branding={data} onClose={onClose} />
  return (
    <Dialog title={clientBrandingTexts.title({ name: client.name })} onClose={onClose}>
      {error ? <ErrorState error={error} retry={() => void refetch()} /> : <Loading lines={6} />}
    </Dialog>
  )
}

const languages = [
  { value: 'en', label: clientBrandingTexts.english },
  { value: 'de', label: clientBrandingTexts.german },
]
const texts = ['company_name', 'title', 'email_subject', 'email_text'] as const

function BrandingForm({ client, branding: { own, used }, onClose }: DialogProps & { branding: Branding }) {
  const [values, setValues] = useState({
    company_name: own.company_name ?? '',
    title: own.title ?? '',
    email_subject: own.email_subject ?? '',
    email_text: own.email_text ?? '',
    logo: own.logo ?? '',
    language: own.language ?? used.language,
    brand_color: used.brand_color,
    accent_color: used.accent_color,
  })
  const [hasColors, setHasColors] = useState(own.brand_color !== undefined || own.accent_color !== undefined)
  const save = useAction('update-client-branding')
  const field = (name: (typeof texts)[number]) => ({
    name,
    placeholder: used[name],
    value: values[name],
    onChange: (value: string) => setValues({ ...values, [name]: value }),
  })
  const submit = () => {
    const { brand_color, accent_color, language, logo } = values
    const input: InputOf<'update-client-branding'> = {
      client_id_or_email: client.id,
      language,
      logo: logo || null,
      ...Object.fromEntries(texts.map((name) => [name, values[name].trim() || null])),
      brand_color: hasColors ? brand_color : null,
      accent_color: hasColors ? accent_color : null,
    }
    save.mutate(input, {
      onSuccess() {
        toast(clientBrandingTexts.saved, { tone: 'good' })
        onClose()
      },
    })
  }
  return (
    <FormDialog
      title={clientBrandingTexts.title({ name: client.name })}
      action={clientBrandingTexts.save}
      busy={save.isPending}
      problem={save.error}
      fields={[...texts, 'logo', 'language', 'brand_color', 'accent_color']}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="soft">{clientBrandingTexts.introduction}</p>
      <SelectField
        name="language"
        label={clientBrandingTexts.language}
        options={languages}
        value={values.language}
        onChange={(language) => setValues({ ...values, language: language === 'de' ? 'de' : 'en' })}
      />
      <TextField label={clientBrandingTexts.sender} {...field('company_name')} />
      <LogoField value={values.logo} onChange={(logo) => setValues({ ...values, logo })} />
      <CheckField
        name="own_colors"
        label={clientBrandingTexts.ownColors}
        hint={clientBrandingTexts.ownColorsHint}
        checked={hasColors}
        onChange={setHasColors}
      />
      {hasColors && (
        <div className="grid-2">
          <ColorField
            name="brand_color"
            label={clientBrandingTexts.brandColor}
            value={values.brand_color}
            onChange={(color) => color && setValues({ ...values, brand_color: color })}
          />
          <ColorField
            name="accent_color"
            label={clientBrandingTexts.accentColor}
            value={values.accent_color}
            onChange={(color) => color && setValues({ ...values, accent_color: color })}
          />
        </div>
      )}
      <TextField label={clientBrandingTexts.reportTitle} {...field('title')} />
      <TextField label={clientBrandingTexts.emailSubject} {...field('email_subject')} />
      <TextArea label={clientBrandingTexts.emailText} rows={5} {...field('email_text')} />
    </FormDialog>
  )
}
