import { TextArea, TextField } from '../ui/form/fields.tsx'
import {
  addressFields,
  type ClientValues,
  contactFields,
  profileFields,
  type TextFieldName,
} from './client-form-values.ts'

const labels: Record<TextFieldName, string> = {
  name: 'Name',
  client_email: 'E-mail',
  client_phone: 'Phone',
  address_1: 'Street',
  address_2: 'Second line',
  zip: 'Postal code',
  city: 'City',
  state: 'State or region',
  country: 'Country',
  client_facebook: 'Facebook',
  client_twitter: 'X',
  client_instagram: 'Instagram',
  client_linkedin: 'LinkedIn',
  note: 'Notes',
}

export function ClientFields({
  values,
  onChange,
  custom,
}: {
  values: ClientValues
  onChange: (values: ClientValues) => void
  custom: readonly { name: string; description: string }[]
}) {
  const field = (name: TextFieldName) => (
    <TextField
      key={name}
      name={name}
      label={labels[name]}
      {...(name === 'client_email' && { type: 'email', hint: 'Reports go here unless you name somebody else.' })}
      autoComplete="off"
      value={values[name]}
      onChange={(value) => onChange({ ...values, [name]: value })}
    />
  )
  const withAddress = addressFields.some((name) => values[name] !== '')
  const withProfiles = profileFields.some((name) => values[name] !== '')
  return (
    <>
      <div className="grid-2">{contactFields.map(field)}</div>
      {custom.length > 0 && (
        <div className="grid-2">
          {custom.map(({ name, description }) => (
            <TextField
              key={name}
              name={`custom_fields.${name}`}
              label={name}
              {...(description !== '' && { hint: description })}
              value={values.custom[name] ?? ''}
              onChange={(value) => onChange({ ...values, custom: { ...values.custom, [name]: value } })}
            />
          ))}
        </div>
      )}
      <TextArea name="note" label="Notes" value={values.note} onChange={(note) => onChange({ ...values, note })} />
      <details open={withAddress || undefined}>
        <summary>Address</summary>
        <div className="grid-2 inside">{addressFields.map(field)}</div>
      </details>
      <details open={withProfiles || undefined}>
        <summary>Profiles</summary>
        <div className="grid-2 inside">{profileFields.map(field)}</div>
      </details>
    </>
  )
}
