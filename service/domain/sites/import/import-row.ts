import { z } from 'zod'
import { convert } from '../../../operation/convert.ts'
import { invalidInput, ServiceError } from '../../../operation/errors.ts'
import { inputSchemaOf } from '../../../operation/json-schema.ts'
import { ownValue } from '../../../operation/own-value.ts'
import { acceptsFields, readFields } from '../../../operation/read-fields.ts'
import {
  AdminName,
  connectionFields,
  otherSpellings,
  recordFields,
  SiteUrl,
  SslVerify,
  siteAliases,
} from '../site-input.ts'
import { readSiteAddress } from '../site-url.ts'

/** A row of an import: the fields of add-site. */
const ImportRow = z.strictObject({
  url: SiteUrl,
  admin: AdminName,
  ...recordFields,
  ...connectionFields,
  ssl_verify: SslVerify,
  ...otherSpellings,
})
export type ImportRow = z.output<typeof ImportRow>

const schema = inputSchemaOf(ImportRow)

/** Column names of people and other programs. */
const spellings: Record<string, string> = {
  ...siteAliases,
  site_url: 'url',
  site_name: 'name',
  admin_name: 'admin',
  security_id: 'unique_id',
  http_username: 'http_user',
  http_password: 'http_pass',
  password: 'admin_password',
  client_name: 'client',
}

export type ImportRecord = Record<string, unknown>

/** Throws one message per invalid field. */
export function readImportRow(record: ImportRecord): ImportRow {
  const { data, problems } = readFields(ImportRow, schema, toSiteFields(record))
  if (problems) throw invalidInput(problems)
  return data
}

/** Whether the row is valid, without the messages, which take most of the time. */
export function isReadableRow(record: ImportRecord): boolean {
  try {
    return acceptsFields(ImportRow, schema, toSiteFields(record))
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}

const isIdList = (value: unknown): value is string => typeof value === 'string' && /^[\d|;,\s]+$/.test(value)

/** The record with the names of our fields. */
export function toSiteFields(record: ImportRecord): ImportRecord {
  const given: ImportRecord = {}
  for (const [name, value] of Object.entries(record)) {
    const field = ownValue(spellings, name) ?? name
    if (Object.hasOwn(given, field))
      throw invalidInput({ [name]: `is the same field as ${field}; give only one of them` })
    given[field] = field === 'tags' && isIdList(value) ? value.replace(/[|;\s]+/g, ',') : value
  }
  return given
}

/** For the audit trail: the number of rows, and of those that switch the certificate check off. */
export function describeRows(records: ImportRecord[]) {
  const unchecked = records.filter((record) => {
    const value = record.ssl_verify ?? record.verify_certificate
    return value !== undefined && convert({ type: 'boolean' }, value) === false
  })
  return { rows: records.length, rows_without_ssl_verify: unchecked.length }
}

/** The label of a row in the result. Only a valid address: other text may contain a password. */
export function labelOf(record: ImportRecord, number: number): string {
  try {
    return readSiteAddress(String(record.url ?? record.site_url ?? '')).url
  } catch {
    return `row ${number}`
  }
}
