import { generateKeyPairSync } from 'node:crypto'
import { buildExportScript, type ScriptParts } from '../export-script/export-script.ts'
import type { ScriptKeys } from '../export-script/export-script-store.ts'

const pairOf = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

export const generatedKey = (): string => pairOf().privateKey

let made: { script: string; parts: ScriptParts; publicKeyPem: string; keys: ScriptKeys } | undefined

/** One script for all tests of a file. */
export function keysForScript() {
  if (made) return made
  const { privateKey, publicKey: publicKeyPem } = pairOf()
  const secret = 'c3'.repeat(32)
  const createdAt = new Date('2026-11-16T08:00:00Z')
  const parts = { id: '0123456789abcdef', publicKeyPem, secret, createdAt, expiresAt: new Date('2099-01-01T00:00:00Z') }
  made = { script: buildExportScript(parts), parts, publicKeyPem, keys: { privateKeyPem: privateKey, secret } }
  return made
}
