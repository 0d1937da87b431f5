import { createCipheriv, generateKeyPairSync, publicEncrypt, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { generatedKey } from '../testing/script-keys.ts'
import { keyFormats, storeCredential, storeKey } from '../testing/stored-keys.ts'
import { openCredential, openSiteKey } from './open-stored-key.ts'

const pem = generatedKey()
const base64 = (text: string) => Buffer.from(text).toString('base64')
const rowOf = ({ privkey, pubkey, file }: ReturnType<typeof storeKey>) => ({
  privkey,
  pubkey,
  pk: file && base64(file.content),
})

describe('the stored key of a site', () => {
  it.each(keyFormats)('opens: %s', (format) => {
    expect(openSiteKey(rowOf(storeKey(format, 7, pem)))?.privateKeyPem).toBe(pem)
  })

  it('opens without a public key', () => {
    expect(openSiteKey({ ...rowOf(storeKey('opaque file name', 7, pem)), pubkey: '' })?.privateKeyPem).toBe(pem)
  })

  it('does not open when it belongs to another public key', () => {
    const row = {
      ...rowOf(storeKey('opaque file name', 7, pem)),
      pubkey: storeKey('plain base64', 7, generatedKey()).pubkey,
    }
    expect(openSiteKey(row)).toBe(null)
  })

  it('does not open without its file, with another file, or when it is damaged', () => {
    const row = rowOf(storeKey('older file name', 7, pem))
    const other = rowOf(storeKey('older file name', 8, pem))
    const damaged = `${row.privkey.slice(0, 40)}AAAA${row.privkey.slice(44)}`
    for (const wrong of [
      { pk: null },
      { pk: other.pk },
      { privkey: damaged },
      { privkey: '' },
      { privkey: base64('-1') },
    ])
      expect(openSiteKey({ ...row, ...wrong })).toBe(null)
  })

  it('does not open with a wrapping key whose size no dashboard uses', () => {
    const wrappedWith = (modulusLength: number) => {
      const wrapping = generateKeyPairSync('rsa', { modulusLength })
      const [key, iv] = [randomBytes(32), randomBytes(16)]
      const cipher = createCipheriv('aes-256-cbc', key, iv)
      const wrap = (bytes: Buffer) => publicEncrypt({ key: wrapping.publicKey, oaepHash: 'sha256' }, bytes)
      const parts = [wrapping.privateKey.export({ type: 'pkcs8', format: 'pem' }), wrap(key), wrap(iv)]
      const privkey = Buffer.concat([cipher.update(pem), cipher.final()]).toString('base64')
      return { privkey, pubkey: '', pk: base64(parts.map((part) => Buffer.from(part).toString('base64')).join('-')) }
    }
    expect(openSiteKey(wrappedWith(2_048))?.privateKeyPem).toBe(pem)
    // A small one stands for a huge one, which would take minutes to generate: the same check refuses both.
    expect(openSiteKey(wrappedWith(1_016))).toBe(null)
  })

  it('is no key when it is not RSA, or not a text', () => {
    const curve = generateKeyPairSync('ed25519', {
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    expect(openSiteKey({ privkey: base64(curve.privateKey), pubkey: '' })).toBe(null)
    for (const privkey of [null, 7, [], {}, 'x'.repeat(1_000_000)])
      expect(openSiteKey({ privkey, pk: privkey })).toBe(null)
  })
})

describe('stored HTTP credentials', () => {
  const { column, file } = storeCredential('gehéim "1"', 'f')

  it('open as plain text and from an envelope', () => {
    expect(openCredential({ http_user: 'web' }, 'http_user')).toBe('web')
    expect(openCredential({ http_pass: column, http_pass_file: file.toString('base64') }, 'http_pass')).toBe(
      'gehéim "1"',
    )
  })

  it('are null when the envelope does not open', () => {
    expect(openCredential({ http_pass: column }, 'http_pass')).toBe(null)
    expect(openCredential({ http_pass: column, http_pass_file: base64('x'.repeat(32)) }, 'http_pass')).toBe(null)
    expect(openCredential({ http_pass: '__mwpenc__:{' }, 'http_pass')).toBe(null)
    expect(openCredential({ http_pass: '__mwpenc__:null' }, 'http_pass')).toBe(null)
  })
})
