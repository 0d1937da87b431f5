import { constants, createCipheriv, createHmac, publicEncrypt, randomBytes } from 'node:crypto'
import type { ScriptParts } from '../export-script/export-script.ts'

export interface WrittenRecord {
  table: string
  row: Record<string, unknown>
}

/** Writes a file as the export script does, without PHP. `raw` is added to the content as it is. */
export function writeExportFile(
  { id, publicKeyPem, secret }: Pick<ScriptParts, 'id' | 'publicKeyPem' | 'secret'>,
  records: readonly WrittenRecord[],
  { raw = '', chunkBytes = 65_536 }: { raw?: string; chunkBytes?: number } = {},
): string {
  const key = randomBytes(32)
  const sealed = publicEncrypt({ key: publicKeyPem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' }, key)
  let mac: Buffer = Buffer.alloc(0)
  const line = (content: string) => {
    mac = createHmac('sha256', Buffer.from(secret, 'hex')).update(mac).update(content).digest()
    return `${content} ${mac.toString('base64')}\n`
  }
  const content = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join('') + raw)
  const lines = [line(`flotilla-export-1 ${id} ${sealed.toString('base64')}`)]
  for (let from = 0; from < content.length; from += chunkBytes) {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(lines.length - 1, 8)
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const body = [cipher.update(content.subarray(from, from + chunkBytes)), cipher.final(), cipher.getAuthTag()]
    lines.push(line(Buffer.concat(body).toString('base64')))
  }
  return lines.join('') + line(`end ${lines.length - 1}`)
}

/** The script that create-export-script returned, as parts for `writeExportFile`. */
export function partsOfScript(content: string): Pick<ScriptParts, 'id' | 'publicKeyPem' | 'secret'> {
  const value = (name: string) => new RegExp(`const ${name} +?= '([^']+)'`).exec(content)?.[1] ?? ''
  return { id: value('ID'), secret: value('SECRET'), publicKeyPem: value('PUBLIC_KEY') }
}
