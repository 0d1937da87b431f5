import {
  constants,
  createCipheriv,
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'

/** The ways in which versions of the established dashboard store the private key of a site. */
export const keyFormats = ['opaque file name', 'older file name', 'plain base64'] as const
export type KeyFormat = (typeof keyFormats)[number]

export interface StoredKey {
  /** The column privkey. */
  privkey: string
  /** The column pubkey. */
  pubkey: string
  /** The file in the pk folder, if any. */
  file: { name: string; content: string } | null
}

export const filenameSecret = 'a1'.repeat(32)

const opaqueName = (siteId: number) =>
  createHmac('sha256', filenameSecret).update(`pk:priv_encrypt_keys:${siteId}`).digest('hex')

let wrapping: { privateKey: string; publicKey: string } | undefined
/** One pair for all files: only its format matters, and generating one takes long. */
const wrappingPair = () => {
  wrapping ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return wrapping
}

export function storeKey(format: KeyFormat, siteId: number, privateKeyPem: string): StoredKey {
  const publicKeyPem = createPublicKey(privateKeyPem).export({ type: 'spki', format: 'pem' }).toString()
  const pubkey = base64(publicKeyPem)
  if (format === 'plain base64') return { privkey: base64(privateKeyPem), pubkey, file: null }
  const [key, iv] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-cbc', key, iv)
  const encrypted = Buffer.concat([cipher.update(privateKeyPem), cipher.final()])
  const { privateKey, publicKey } = wrappingPair()
  const wrap = (bytes: Buffer) =>
    publicEncrypt({ key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, bytes)
  const content = [Buffer.from(privateKey), wrap(key), wrap(iv)].map((part) => part.toString('base64')).join('-')
  const name = format === 'opaque file name' ? opaqueName(siteId) : `mainwp_priv_encrypt_keys_${siteId}`
  return { privkey: encrypted.toString('base64'), pubkey, file: { name, content } }
}

/** HTTP credentials as version 6.1 stores them: an envelope in the column and a key in a file. */
export function storeCredential(text: string, fileName: string): { column: string; file: Buffer } {
  const [key, nonce] = [randomBytes(32), randomBytes(16)]
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from('authentication_data'))
  const body = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const envelope = { encrypted_val: body.toString('base64'), file_key: fileName }
  return { column: `__mwpenc__:${JSON.stringify(envelope)}`, file: key }
}

const base64 = (text: string) => Buffer.from(text).toString('base64')
