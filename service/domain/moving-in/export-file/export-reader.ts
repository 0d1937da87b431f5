import { constants, createDecipheriv, createHmac, privateDecrypt, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../../../operation/errors.ts'
import { isMap, type WireMap } from '../../../platform/connector/reading/values.ts'
import type { ScriptKeys } from '../export-script/export-script-store.ts'

/** One row of a table of the established dashboard. Hostile: only its JSON was parsed. */
export interface ExportRecord {
  table: string
  row: WireMap
}

/** Where reading goes on when a file arrives in parts. Contains the content key, so it is stored sealed. */
export interface ReaderState {
  /** Base64; empty before the first line. */
  mac: string
  /** Base64. */
  contentKey: string
  chunks: number
  records: number
  bytes: number
  /** The start of a record whose end is in the next chunk. */
  rest: string
  ended: boolean
}

export const initialReaderState: ReaderState = {
  mac: '',
  contentKey: '',
  chunks: 0,
  records: 0,
  bytes: 0,
  rest: '',
  ended: false,
}

export const exportLimits = {
  /** A chunk has 64 kB. */
  lineLength: 128 * 1024,
  recordLength: 1024 * 1024,
  records: 1_000_000,
  bytes: 1024 * 1024 * 1024,
}

const format = 'flotilla-export-1'
const tagBytes = 16

export const exportFileRefused = (reason: string) =>
  new ServiceError('svc_export_file_refused', 'invalid', `The file was refused: ${reason}`)

const altered = () =>
  exportFileRefused('it was altered, or another script wrote it. Export again with the same script.')

/** The id of the script in the first line, which is not authenticated yet. */
export function readScriptId(firstLine: string): string {
  const [name, id = ''] = firstLine.slice(0, 200).split(' ')
  if (name !== format || !/^[0-9a-f]{16}$/.test(id))
    throw exportFileRefused('it does not start like a file of an export script. Upload fleet.flotilla unchanged.')
  return id
}

/**
 * Reads the lines of an export file in order. Every line is authenticated by the secret of the script before anything in it is
 * decrypted or parsed; the MACs are chained, so that lines cannot be left out, repeated or swapped.
 */
export class ExportReader {
  readonly state: ReaderState
  private readonly keys: ScriptKeys

  constructor(keys: ScriptKeys, state: ReaderState = initialReaderState) {
    this.keys = keys
    this.state = { ...state }
  }

  /** Complete lines; returns their records. */
  read(text: string): ExportRecord[] {
    this.state.bytes += text.length
    if (this.state.bytes > exportLimits.bytes) throw exportFileRefused('it is larger than 1 GB.')
    return text.split('\n').flatMap((line) => (line === '' ? [] : this.readLine(line)))
  }

  /** Throws unless the last line was read. */
  requireEnd(): void {
    if (!this.state.ended) throw exportFileRefused('its end is missing. Export again, and upload the whole file.')
  }

  private readLine(line: string): ExportRecord[] {
    if (this.state.ended) throw altered()
    if (line.startsWith('error ')) throw exportFileRefused('the script stopped with an error, which is its last line.')
    if (line.length > exportLimits.lineLength) throw altered()
    const content = this.authenticate(line)
    if (this.state.contentKey === '') return this.readFirstLine(content)
    if (content.startsWith('end ')) return this.readLastLine(content)
    return this.readRecords(this.decrypt(Buffer.from(content, 'base64')))
  }

  /** The line without its MAC. */
  private authenticate(line: string): string {
    const at = line.lastIndexOf(' ')
    const [content, given] = [line.slice(0, at), Buffer.from(line.slice(at + 1))]
    const expected = createHmac('sha256', Buffer.from(this.keys.secret, 'hex'))
      .update(Buffer.from(this.state.mac, 'base64'))
      .update(content)
      .digest('base64')
    if (at < 0 || given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected))) throw altered()
    this.state.mac = expected
    return content
  }

  private readFirstLine(content: string): ExportRecord[] {
    readScriptId(content)
    const sealed = Buffer.from(content.split(' ')[2] ?? '', 'base64')
    try {
      // The only padding that PHP offers from 7.4 on besides PKCS#1 v1.5: OAEP with SHA-1.
      const padding = { key: this.keys.privateKeyPem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }
      const contentKey = privateDecrypt(padding, sealed)
      if (contentKey.length !== 32) throw altered()
      this.state.contentKey = contentKey.toString('base64')
    } catch {
      throw exportFileRefused('it was encrypted for another key.')
    }
    return []
  }

  private decrypt(bytes: Buffer): string {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(this.state.chunks, 8)
    try {
      const key = Buffer.from(this.state.contentKey, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const chunk = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()])
      this.state.chunks++
      // Latin-1 keeps bytes: a character may be split between two chunks.
      return chunk.toString('latin1')
    } catch {
      throw altered()
    }
  }

  private readRecords(chunk: string): ExportRecord[] {
    const lines = (this.state.rest + chunk).split('\n')
    this.state.rest = lines.pop() ?? ''
    if (this.state.rest.length > exportLimits.recordLength) throw exportFileRefused('a row in it is larger than 1 MB.')
    this.state.records += lines.length
    if (this.state.records > exportLimits.records) throw exportFileRefused('it has more than a million rows.')
    return lines.map(parseRecord)
  }

  private readLastLine(content: string): ExportRecord[] {
    if (content !== `end ${this.state.chunks}` || this.state.rest !== '') throw altered()
    this.state.ended = true
    return []
  }
}

function parseRecord(line: string): ExportRecord {
  if (line.length > exportLimits.recordLength) throw exportFileRefused('a row in it is larger than 1 MB.')
  try {
    const record: unknown = JSON.parse(Buffer.from(line, 'latin1').toString('utf8'))
    if (isMap(record) && typeof record.table === 'string')
      return { table: record.table, row: isMap(record.row) ? record.row : {} }
  } catch {
    // Answered below.
  }
  throw exportFileRefused('a row in it cannot be read.')
}
