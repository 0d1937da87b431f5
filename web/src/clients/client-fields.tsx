import { TextArea, TextField } from '../ui/form/fields.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import {
  addressFields,
  type ClientValues,
  contactFields,
  profileFields,
  type TextFieldName,
} from './client-form-values.ts'
import { clientsTexts } from './clients-texts.ts'
import { ContactFields } from './contact-fields.tsx'

const labels: Record<TextFieldName, string> = {
  name: clientsTexts.name,
  client_email: uiTexts.email,
  client_phone: clientsTexts.phone,
  address_1: clientsTexts.street,
  address_2: clientsTexts.secondLine,
  zip: clientsTexts.postalCode,
  city: clientsTexts.city,
  state: clientsTexts.stateOrRegion,
  country: clientsTexts.country,
  client_facebook: clientsTexts.facebook,
  client_twitter: 'X',
  client_instagram: clientsTexts.instagram,
  client_linkedin: clientsTexts.linkedin,
  note: clientsTexts.notes,
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
      {...(name === 'client_email' && { type: 'email', hint: clientsTexts.reportsGoHereUnless })}
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
      <TextArea
        name="note"
        label={clientsTexts.notes}
        value={values.note}
        onChange={(note) => onChange({ ...values, note })}
      />
      <ContactFields contacts={values.contacts} onChange={(contacts) => onChange({ ...values, contacts })} />
      <details open={withAddress || undefined}>
        <summary>{clientsTexts.address}</summary>
        <div className="grid-2 inside">{addressFields.map(field)}</div>
      </details>
      <details open={withProfiles || undefined}>
        <summary>{clientsTexts.profiles}</summary>
        <div className="grid-2 inside">{profileFields.map(field)}</div>
      </details>
    </>
  )
}
