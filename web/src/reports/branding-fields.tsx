import { ColorField } from '../ui/form/color-field.tsx'
import { SelectField, TextArea, TextField } from '../ui/form/fields.tsx'
import type { Branding } from './branding.ts'
import { LogoField } from './logo-field.tsx'
import { reportsTexts } from './reports-texts.ts'

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
  { value: reportsTexts.letter, label: reportsTexts.letter },
]

export function BrandingFields(props: Props) {
  const { values, onChange } = props
  const field = fieldOf(props)
  return (
    <>
      <TextField label={reportsTexts.company} {...field('company_name')} />
      <div className="grid-2">
        <TextField label={reportsTexts.website} type="url" placeholder="https://" {...field('company_website')} />
        <TextField label={reportsTexts.eMail} type="email" {...field('company_email')} />
        <TextField label={reportsTexts.phone} {...field('company_phone')} />
        <SelectField label={reportsTexts.paper} options={papers} {...field('paper')} />
      </div>
      <LogoField value={values.logo} onChange={(logo) => onChange({ logo })} />
      <ColorField
        name="brand_color"
        label={reportsTexts.colourOfTheCover}
        value={values.brand_color}
        onChange={(color) => color && onChange({ brand_color: color })}
      />
      <ColorField
        name="accent_color"
        label={reportsTexts.colourOfBarsAnd}
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
      <p className="soft">{reportsTexts.clientPeriodAndCompany}</p>
      <TextField label={reportsTexts.titleOnTheCover} {...field('title')} />
      <TextArea label={reportsTexts.introduction} {...field('introduction')} />
      <TextArea label={reportsTexts.closingWords} {...field('closing')} />
      <TextField label={reportsTexts.footOfTheLast} {...field('footer')} />
      <TextField label={reportsTexts.subjectOfEMails} {...field('email_subject')} />
      <TextArea label={reportsTexts.textOfEMails} rows={6} {...field('email_text')} />
    </>
  )
}
