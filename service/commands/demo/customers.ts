import type { DemoContext } from './demo-context.ts'

export interface Customers {
  /** Ids, in the order of the table. */
  clients: readonly number[]
  tags: readonly number[]
}

const fields = [
  { name: 'Contract', description: 'Number of the maintenance contract.' },
  { name: 'Support level', description: 'Basic, Plus or Premium.' },
  { name: 'Invoice to', description: 'Who gets the invoices.' },
]

const level = ['Basic', 'Plus', 'Premium']

const table = [
  [
    'Hartley Hospitality Group',
    'Sophie Hartley',
    '12 Quay Street',
    'Bristol',
    'BS1 4QD',
    'United Kingdom',
    '+44 117 496 0112',
  ],
  ['Lindner & Söhne GmbH', 'Jakob Lindner', 'Mühlenweg 8', 'Lübeck', '23552', 'Germany', '+49 451 555 0134'],
  [
    'Northside Health Collective',
    'Dr. Amara Okafor',
    '400 Lakeview Ave',
    'Chicago',
    'IL 60613',
    'United States',
    '+1 312 555 0147',
  ],
  ['Atelier Fontaine', 'Camille Fontaine', '27 rue des Lilas', 'Lyon', '69003', 'France', '+33 4 99 55 01 12'],
  ['Kowalski Craft Works', 'Piotr Kowalski', 'ul. Długa 14', 'Gdańsk', '80-827', 'Poland', '+48 58 555 01 23'],
  [
    'Greenhill Schools Trust',
    'Margaret Ashby',
    'Greenhill Road',
    'Leeds',
    'LS12 3QA',
    'United Kingdom',
    '+44 113 496 0158',
  ],
  ['Bianchi Retail S.r.l.', 'Luca Bianchi', 'Via Roma 41', 'Bologna', '40121', 'Italy', '+39 051 555 0166'],
  ['Sørensen Consulting', 'Freja Sørensen', 'Havnegade 3', 'Aarhus', '8000', 'Denmark', '+45 86 55 01 71'],
] as const

const tags = [
  ['Maintenance Premium', '#2f9e44'],
  ['Maintenance Basic', '#1c7ed6'],
  ['Online shop', '#f08c00'],
  ['Staging', '#868e96'],
  ['Needs attention', '#e03131'],
  ['Hosted by us', '#7048e8'],
] as const

/** Clients and tags; created before the sites that refer to them. */
export async function addCustomers({ run, clock }: DemoContext): Promise<Customers> {
  for (const field of fields) await run('add-client-field', field)
  const clients: number[] = []
  for (const [index, [name, contact, address_1, city, zip, country, client_phone]] of table.entries()) {
    const domain = `${name
      .normalize('NFD')
      .replace(/[^a-zA-Z]+/g, '')
      .toLowerCase()}.example`
    const { id } = await run<{ id: number }>('add-client', {
      name,
      client_email: `office@${domain}`,
      client_phone,
      address_1,
      city,
      zip,
      country,
      note: `${contact} decides; prefers ${index % 2 ? 'e-mail' : 'a call in the morning'}. With us since ${clock.present.getUTCFullYear() - 1 - (index % 5)}.`,
      client_linkedin: `https://social.example/${domain.split('.')[0]}`,
      custom_fields: {
        Contract: `MC-${1040 + index * 7}`,
        'Support level': level[index % level.length],
        'Invoice to': `${contact} <invoices@${domain}>`,
      },
    })
    clients.push(id)
  }
  const tagIds: number[] = []
  for (const [name, color] of tags) tagIds.push((await run<{ id: number }>('add-tag', { name, color })).id)
  return { clients, tags: tagIds }
}
