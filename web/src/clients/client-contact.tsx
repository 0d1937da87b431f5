import type { ReactNode } from 'react'
import type { DataOf } from '../../../contract/client.ts'
import { Badge } from '../ui/badge.tsx'
import { Card, Facts } from '../ui/card.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import { clientsTexts } from './clients-texts.ts'
import { contactTexts } from './contact-texts.ts'

type Client = DataOf<'get-client'>

export function ClientContact({ client }: { client: Client }) {
  const { email, phone, address_1, address_2, zip, city, state, country } = client
  const lines = [address_1, address_2, [zip, city].filter(Boolean).join(' '), state, country].filter(Boolean)
  const profiles = [
    [clientsTexts.facebook, client.facebook],
    ['X', client.twitter],
    [clientsTexts.instagram, client.instagram],
    [clientsTexts.linkedin, client.linkedin],
  ].filter(([, value]) => value !== '') as [string, string][]
  return (
    <Card title={clientsTexts.contact}>
      <Facts
        facts={[
          [uiTexts.email, email && <a href={`mailto:${email}`}>{email}</a>],
          [clientsTexts.phone, phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>],
          [
            clientsTexts.address,
            lines.length > 0 && (
              <address style={{ fontStyle: 'normal' }}>
                {lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </address>
            ),
          ],
          ...profiles.map(([name, value]): [string, ReactNode] => [name, <Profile key={name} value={value} />]),
        ]}
      />
    </Card>
  )
}

/** Users enter a name or an address; only an address becomes a link. */
function Profile({ value }: { value: string }) {
  if (!/^https?:\/\//.test(value)) return value
  return (
    <a href={value} target="_blank" rel="noreferrer">
      {value}
    </a>
  )
}

/** The people of the client. */
export function ClientContacts({ client: { contacts } }: { client: Client }) {
  if (contacts.length === 0) return null
  return (
    <Card title={contactTexts.contacts}>
      <ul className="contacts">
        {contacts.map(({ id, name, role, email, phone, note, is_primary, ...links }) => (
          <li key={id} className="stack-tight">
            <span className="line">
              <strong>{name}</strong>
              {role !== '' && <span className="soft">{role}</span>}
              {is_primary && <Badge>{contactTexts.primary}</Badge>}
            </span>
            {(email !== '' || phone !== '') && (
              <span className="line small">
                {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
                {phone !== '' && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
              </span>
            )}
            {[links.facebook, links.twitter, links.instagram, links.linkedin]
              .filter((link) => link !== '')
              .map((link) => (
                <span key={link} className="small">
                  <Profile value={link} />
                </span>
              ))}
            {note !== '' && <span className="soft small">{note}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function ClientNotes({ client: { note, custom_fields } }: { client: Client }) {
  const fields = Object.entries(custom_fields).filter(([, value]) => value !== '')
  return (
    <Card title={clientsTexts.notes}>
      <div className="stack">
        {fields.length > 0 && <Facts facts={fields} />}
        {note !== '' ? (
          <p style={{ whiteSpace: 'pre-wrap' }}>{note}</p>
        ) : (
          fields.length === 0 && <p className="soft">{clientsTexts.nothingIsWrittenDown}</p>
        )}
      </div>
    </Card>
  )
}
