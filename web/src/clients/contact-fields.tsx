import type { InputOf } from '../../../contract/client.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextField } from '../ui/form/fields.tsx'
import { IconPlus, IconTrash } from '../ui/icons.ts'
import { uiTexts } from '../ui/ui-texts.ts'
import { clientsTexts } from './clients-texts.ts'
import { contactTexts } from './contact-texts.ts'

export type Contact = NonNullable<InputOf<'update-client'>['contacts']>[number]

const labels = {
  name: contactTexts.name,
  role: contactTexts.role,
  email: uiTexts.email,
  phone: contactTexts.phone,
  note: contactTexts.note,
  facebook: clientsTexts.facebook,
  twitter: 'X',
  instagram: clientsTexts.instagram,
  linkedin: clientsTexts.linkedin,
} as const
type TextName = keyof typeof labels
const mainFields = ['name', 'role', 'email', 'phone', 'note'] as const
const profiles = ['facebook', 'twitter', 'instagram', 'linkedin'] as const

const nameOf = (position: number, field: string) => `contacts.${position}.${field}`

/** The names of all fields, for their errors. */
export const contactFieldNames = (contacts: readonly Contact[]): string[] =>
  contacts.flatMap((_, position) => Object.keys(labels).map((field) => nameOf(position, field)))

/** The contacts of a client: each can be changed or removed, and new ones added. */
export function ContactFields({
  contacts,
  onChange,
}: {
  contacts: readonly Contact[]
  onChange: (contacts: Contact[]) => void
}) {
  const change = (position: number, part: Partial<Contact>) =>
    onChange(
      contacts.map((contact, at) => {
        if (at === position) return { ...contact, ...part }
        // Only one is the primary contact.
        return part.is_primary ? { ...contact, is_primary: false } : contact
      }),
    )
  return (
    <details open={contacts.length > 0 || undefined}>
      <summary>{contactTexts.contacts}</summary>
      <div className="stack inside">
        {contacts.map((contact, position) => (
          <ContactForm
            // Contacts have no other identity while they are new.
            key={position}
            contact={contact}
            position={position}
            onChange={(part) => change(position, part)}
            onRemove={() => onChange(contacts.filter((_, at) => at !== position))}
          />
        ))}
        <div>
          <Button small icon={IconPlus} onClick={() => onChange([...contacts, { name: '' }])}>
            {contactTexts.add}
          </Button>
        </div>
      </div>
    </details>
  )
}

function ContactForm({
  contact,
  position,
  onChange,
  onRemove,
}: {
  contact: Contact
  position: number
  onChange: (part: Partial<Contact>) => void
  onRemove: () => void
}) {
  const field = (name: TextName) => (
    <TextField
      key={name}
      name={nameOf(position, name)}
      label={labels[name]}
      {...(name === 'email' && { type: 'email' })}
      autoComplete="off"
      value={contact[name] ?? ''}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  const name = contact.name.trim() || contactTexts.unnamed({ number: position + 1 })
  return (
    <fieldset className="bare stack-tight">
      <legend>{contactTexts.contactNumber({ number: position + 1 })}</legend>
      <div className="grid-2">{mainFields.map(field)}</div>
      <details open={profiles.some((profile) => contact[profile]) || undefined}>
        <summary>{clientsTexts.profiles}</summary>
        <div className="grid-2 inside">{profiles.map(field)}</div>
      </details>
      <div className="apart">
        <CheckField
          name={nameOf(position, 'is_primary')}
          label={contactTexts.primary}
          checked={contact.is_primary ?? false}
          onChange={(is_primary) => onChange({ is_primary })}
        />
        <Button small tone="quiet" icon={IconTrash} onClick={onRemove}>
          {contactTexts.remove({ name })}
        </Button>
      </div>
    </fieldset>
  )
}
