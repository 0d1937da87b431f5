import {
  constants,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto'
import type { WireMap } from '../../../platform/connector/reading/values.ts'

/**
 * Opens what the established dashboard stores about a site. The key of a site is one of:
 * - AES-256-CBC with a file `RSA key - wrapped AES key - wrapped IV`, each in base64 (OAEP with SHA-256);
 * - from old versions: the PEM in base64, without encryption.
 */
export interface OpenedKey {
  privateKeyPem: string
  publicKeyPem: string
}

const maxLength = 20_000
const asText = (value: unknown): string => (typeof value === 'string' && value.length <= maxLength ? value : '')
const bytesOf = (value: unknown): Buffer => Buffer.from(asText(value), 'base64')

/** The key of a site, or null when it is missing, damaged, or does not match the public key of the site. */
export function openSiteKey(row: WireMap): OpenedKey | null {
  const stored = bytesOf(row.privkey)
  if (stored.length === 0) return null
  const candidates = [openWithFile(stored, bytesOf(row.pk).toString('latin1')), stored.toString('latin1')]
  for (const candidate of candidates) {
    const key = candidate === null ? null : readPrivateKey(candidate)
    if (key && isKeyOf(key, row)) return key
  }
  return null
}

function openWithFile(encrypted: Buffer, file: string): string | null {
  const [wrapper = '', wrappedKey = '', wrappedIv = ''] = file.split('-').slice(0, 3)
  if (wrappedIv === '') return null
  try {
    const wrapping = createPrivateKey(Buffer.from(wrapper, 'base64').toString('latin1'))
    if (!hasUsableSize(wrapping)) return null
    const unwrap = (text: string) =>
      privateDecrypt(
        { key: wrapping, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
        Buffer.from(text, 'base64'),
      )
    const decipher = createDecipheriv('aes-256-cbc', unwrap(wrappedKey), unwrap(wrappedIv))
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('latin1')
  } catch {
    return null
  }
}

/** RSA of 1024 to 8192 bits: anything else is no key of a dashboard, and one of 16384 bits takes 40 times as long to use as one of 4096. */
function hasUsableSize({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const bits = asymmetricKeyDetails?.modulusLength ?? 0
  return asymmetricKeyType === 'rsa' && bits >= 1024 && bits <= 8192
}

function readPrivateKey(pem: string): OpenedKey | null {
  if (!pem.includes('-----BEGIN ')) return null
  try {
    const key = createPrivateKey(pem.trim())
    if (!hasUsableSize(key)) return null
    return {
      privateKeyPem: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
      publicKeyPem: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    }
  } catch {
    return null
  }
}

/** A row without a public key is accepted: the call to the site decides. */
function isKeyOf({ publicKeyPem }: OpenedKey, { pubkey }: WireMap): boolean {
  const stored = bytesOf(pubkey).toString('latin1')
  if (stored === '') return true
  try {
    return createPublicKey(stored).export({ type: 'spki', format: 'pem' }).toString() === publicKeyPem
  } catch {
    return false
  }
}

const envelopePrefix = '__mwpenc__:'

/** An HTTP user name or password: plain text, or an envelope with a key file. Null when the envelope does not open. */
export function openCredential(row: WireMap, column: 'http_user' | 'http_pass'): string | null {
  const stored = asText(row[column])
  if (!stored.startsWith(envelopePrefix)) return stored
  try {
    const envelope: { encrypted_val?: unknown } = JSON.parse(stored.slice(envelopePrefix.length))
    const sealed = bytesOf(envelope.encrypted_val)
    const decipher = createDecipheriv('aes-256-gcm', bytesOf(row[`${column}_file`]), sealed.subarray(0, 16), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from('authentication_data'))
    decipher.setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(16, -16)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
