import { ColorField } from '../ui/form/color-field.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import type { Branding } from './branding.ts'
import { LogoField } from './logo-field.tsx'

interface Props {
  values: Branding
  onChange: (change: Partial<Branding>) => void
}

type TextName = { [Name in keyof Branding]: Branding[Name] extends string ? Name : never }[keyof Branding]

const fieldOf =
  ({ values, onChange }: Props) =>
  (name: TextName) => ({ name, value: values[name], onChange: (value: string) => onChange({ [name]: value }) })

const papers = [
  { value: 'A4', label: 'A4' },
  { value: 'Letter', label: 'Letter' },
]

export function BrandingFields(props: Props) {
  const { values, onChange } = props
  const field = fieldOf(props)
  return (
    <>
      <TextField label="Company" {...field('company_name')} />
      <div className="grid-2">
        <TextField label="Website" type="url" placeholder="https://" {...field('company_website')} />
        <TextField label="E-mail" type="email" {...field('company_email')} />
        <TextField label="Phone" {...field('company_phone')} />
        <SelectField label="Paper" options={papers} {...field('paper')} />
      </div>
      <LogoField value={values.logo} onChange={(logo) => onChange({ logo })} />
      <ColorField
        name="brand_color"
        label="Colour of the cover and headings"
        value={values.brand_color}
        onChange={(color) => color && onChange({ brand_color: color })}
      />
      <ColorField
        name="accent_color"
        label="Colour of bars and marks"
        value={values.accent_color}
        onChange={(color) => color && onChange({ accent_color: color })}
      />
    </>
  )
}

export function TextsFields(props: Props) {
  const field = fieldOf(props)
  return (
    <>
      <p className="soft">{'{client}, {period} and {company} are filled in.'}</p>
      <TextField label="Title on the cover" {...field('title')} />
      <TextArea label="Introduction" {...field('introduction')} />
      <TextArea label="Closing words" {...field('closing')} />
      <TextField label="Foot of the last page" {...field('footer')} />
      <TextField label="Subject of e-mails" {...field('email_subject')} />
      <TextArea label="Text of e-mails" rows={6} {...field('email_text')} />
    </>
  )
}
