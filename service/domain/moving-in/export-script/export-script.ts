import { createHash } from 'node:crypto'
import { exportScriptTemplate } from './export-script-template.ts'

/** What one script carries. The secret proves that this script wrote the file: everyone can encrypt to the public key. */
export interface ScriptParts {
  id: string
  publicKeyPem: string
  /** 32 bytes as hex. */
  secret: string
  createdAt: Date
  expiresAt: Date
}

export const exportScriptName = 'flotilla-export.php'

export function buildExportScript({ id, publicKeyPem, secret, createdAt, expiresAt }: ScriptParts): string {
  const values: Record<string, string> = {
    ID: id,
    SECRET: secret,
    PUBLIC_KEY: publicKeyPem.trim(),
    FINGERPRINT: fingerprintOf(publicKeyPem),
    CREATED: createdAt.toISOString(),
    EXPIRES: expiresAt.toISOString(),
    EXPIRES_SECONDS: String(Math.floor(expiresAt.getTime() / 1000)),
  }
  return exportScriptTemplate.replace(/%%([A-Z_]+)%%/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`The export script has no value for ${name}.`)
    return value
  })
}

/** SHA-256 of the public key in groups of four digits; the script computes the same. */
export function fingerprintOf(publicKeyPem: string): string {
  const der = Buffer.from(publicKeyPem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64')
  const digits = createHash('sha256').update(der).digest('hex')
  return digits.match(/.{4}/g)?.join(' ') ?? digits
}
