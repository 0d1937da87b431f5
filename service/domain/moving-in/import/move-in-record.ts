import { ServiceError } from '../../../operation/errors.ts'
import { line, noteText, verbatim } from '../../../platform/connector/reading/text.ts'
import {
  asMap,
  entriesOf,
  idOf,
  readBoolean,
  readNumber,
  type WireMap,
} from '../../../platform/connector/reading/values.ts'
import { type ClientContact, isEmailOrEmpty } from '../../clients/index.ts'
import { readSiteAddress } from '../../sites/index.ts'
import type { ExportRecord } from '../export-file/export-reader.ts'
import { openCredential, openSiteKey } from '../export-file/open-stored-key.ts'
import { readCost, readCostTarget, readCostTargets, readIgnoredRecords, readMonitor } from './read-settings-rows.ts'
import { type MoveInRecord, record, withoutEscapes, withoutSlashes } from './record.ts'

export interface TagContent {
  name: string
  color: string
}
export interface SiteContent {
  name: string
  url: string
  admin: string
  notes: string
  /** Null: the setting of all sites. */
  verifyTls: boolean | null
  uniqueId: string
  httpUser: string
  httpPass: string
  oldClientId: number | null
  suspended: boolean
  privateKeyPem: string | null
  publicKeyPem: string | null
}
export interface ClientContent {
  name: string
  email: string
  columns: Record<'phone' | 'address_1' | 'address_2' | 'city' | 'state' | 'zip' | 'country', string>
  social: Record<'facebook' | 'twitter' | 'instagram' | 'linkedin', string>
  note: string
  suspended: boolean
  /** Seconds since 1970; 0 if unknown. */
  createdAt: number
  /** The id of a contact; not in uploads of the previous release. */
  primaryContactId?: number | null
}
export interface ContactContent {
  oldClientId: number
  contact?: Omit<ClientContact, 'id' | 'is_primary'>
  /** Instead, in uploads of the previous release. */
  text?: string
}
export interface FieldContent {
  name: string
  description: string
}
export interface ValueContent {
  oldClientId: number
  oldFieldId: number
  value: string
}
export interface SiteTagContent {
  oldTagId: number
}

type Reader = (row: WireMap) => MoveInRecord | null

/** Hostile rows in, cleaned values of limited length out. Tables and columns that are not named here are dropped. */
export function readMoveInRecords({ table, row }: ExportRecord): MoveInRecord[] {
  const read = Object.hasOwn(readers, table) ? readers[table]?.(row) : null
  return [...(read ? [read] : []), ...readIgnoredRecords(table, row), ...readCostTargets(table, row)]
}

const readers: Record<string, Reader> = {
  group(row) {
    const name = line(withoutEscapes(row.name), 100)
    const content: TagContent = { name, color: line(row.color, 20) }
    return record('tag', idOf(row.id), name, content, {
      identity: name.toLowerCase(),
      problem: name === '' ? 'It has no name.' : null,
    })
  },
  wp_clients(row) {
    const name = line(row.name, 200)
    const given = line(row.client_email, 254)
    const email = isEmailOrEmpty(given) ? given : ''
    const content: ClientContent = {
      name,
      email,
      columns: {
        phone: line(row.client_phone, 60),
        address_1: line(row.address_1, 200),
        address_2: line(row.address_2, 200),
        city: line(row.city, 100),
        state: line(row.state, 100),
        zip: line(row.zip, 40),
        country: line(row.country, 100),
      },
      social: {
        facebook: line(row.client_facebook, 200),
        twitter: line(row.client_twitter, 200),
        instagram: line(row.client_instagram, 200),
        linkedin: line(row.client_linkedin, 200),
      },
      note: noteText(row.note, 18_000),
      suspended: readBoolean(row.suspended),
      createdAt: readNumber(row.created) ?? 0,
      primaryContactId: idOf(row.primary_contact_id),
    }
    return record('client', idOf(row.client_id), name, content, {
      identity: email === '' ? null : email.toLowerCase(),
      problem: name === '' ? 'It has no name.' : null,
    })
  },
  wp_clients_contacts(row) {
    const given = line(row.contact_email, 254)
    const email = isEmailOrEmpty(given) ? given : ''
    const texts = {
      role: line(row.contact_role, 100),
      email,
      phone: line(row.contact_phone, 60),
      // Kept, although it is no address.
      note: email === given ? '' : given,
      facebook: line(row.facebook, 200),
      twitter: line(row.twitter, 200),
      instagram: line(row.instagram, 200),
      linkedin: line(row.linkedin, 200),
    }
    const name = line(row.contact_name, 200) || Object.values(texts).find((text) => text !== '')
    const oldClientId = idOf(row.contact_client_id)
    if (oldClientId === null || name === undefined) return null
    const content: ContactContent = { oldClientId, contact: { name, ...texts } }
    return record('contact', idOf(row.contact_id), name, content)
  },
  wp_clients_fields(row) {
    const name = line(row.field_name, 100)
    if (name === '' || /^\d+$/.test(name)) return null
    const content: FieldContent = { name, description: line(row.field_desc, 500) }
    return record('client-field', idOf(row.field_id), name, content)
  },
  wp_clients_field_values(row) {
    const [oldClientId, oldFieldId, value] = [
      idOf(row.value_client_id),
      idOf(row.field_id),
      line(row.field_value, 1000),
    ]
    if (oldClientId === null || oldFieldId === null || value === '') return null
    return record('client-value', idOf(row.value_id), '', { oldClientId, oldFieldId, value } satisfies ValueContent)
  },
  wp: readSite,
  monitors: readMonitor,
  cost_tracker: readCost,
  lookup_item_objects: readCostTarget,
  wp_group(row) {
    const oldTagId = idOf(row.groupid)
    return oldTagId === null ? null : record('site-tag', idOf(row.wpid), '', { oldTagId } satisfies SiteTagContent)
  },
  api_keys(row) {
    if (!readBoolean(row.enabled)) return null
    return record('rest-key', idOf(row.key_id), line(row.description, 200) || 'Without a description', {})
  },
}

function readSite(row: WireMap): MoveInRecord | null {
  const address = readAddress(line(row.url, 2000))
  const key = openSiteKey(row)
  const [httpUser, httpPass] = [openCredential(row, 'http_user'), openCredential(row, 'http_pass')]
  const name = line(withoutEscapes(row.name), 200) || (address?.identity ?? '')
  const verify = String(row.verify_certificate ?? '2')
  const content: SiteContent = {
    name,
    url: address?.url ?? '',
    admin: line(row.adminname, 200),
    notes: noteText(withoutEscapes(row.note), 20_000),
    verifyTls: verify === '2' ? null : verify !== '0',
    uniqueId: verbatim(row.uniqueId, 200).trim(),
    httpUser: line(httpUser, 200).replaceAll(':', ''),
    // The established dashboard removes backslashes when it uses the password.
    httpPass: httpUser && httpPass ? verbatim(withoutSlashes(httpPass), 1000) : '',
    oldClientId: idOf(row.client_id),
    suspended: readBoolean(row.suspended),
    privateKeyPem: key?.privateKeyPem ?? null,
    publicKeyPem: key?.publicKeyPem ?? null,
  }
  return record('site', idOf(row.id), name, content, {
    identity: address?.identity ?? null,
    hasKey: key !== null,
    problem: address
      ? content.admin === ''
        ? 'Its administrator is not known.'
        : null
      : 'Its address cannot be used.',
  })
}

function readAddress(text: string) {
  // Without a scheme, almost every text is an address; the other dashboard always stores one.
  if (!/^https?:\/\//i.test(text)) return null
  try {
    return readSiteAddress(text)
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** The settings of the old dashboard that the import uses, as `move_ins.settings` stores them. */
export interface SourceSettings {
  verifyTls: boolean
  /** Whether monitors without a setting of their own are on there. */
  isMonitoredByDefault: boolean
  /** Of monitors without an interval of their own there; null: not known. */
  monitorMinutes: number | null
  /** The currency of all prices; empty: not known. */
  currency: string
}

export function readDashboard(row: WireMap): { source: string; settings: SourceSettings } {
  const settings = {
    // Unset counts as on there.
    verifyTls: row.verify_certificate === false || String(row.verify_certificate) !== '0',
    // Unset counts as off there.
    isMonitoredByDefault: readBoolean(asMap(row.monitoring).active),
    monitorMinutes: idOf(asMap(row.monitoring).interval),
    currency: /^[A-Z]{3}$/.exec(line(row.currency, 10))?.[0] ?? '',
  }
  return { source: line(row.admin_url, 500), settings }
}

/** Uploads of earlier releases lack some settings. */
export function openSourceSettings(stored: string): SourceSettings {
  // Written by add-export-part or read-dump-files.
  const settings = JSON.parse(stored) as Partial<SourceSettings>
  return { verifyTls: true, isMonitoredByDefault: false, monitorMinutes: null, currency: '', ...settings }
}

/** The number of rows by table in the last record, to notice rows that are missing. */
export const readCounts = (row: WireMap): Map<string, number> =>
  new Map(entriesOf(asMap(row), 100).flatMap(([table, count]) => (typeof count === 'number' ? [[table, count]] : [])))
