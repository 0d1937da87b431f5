import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { line } from '../../platform/connector/reading/text.ts'

export interface PresentedCertificate {
  issuer: string
  issuerOrganisation: string
  commonName: string
  names: string[]
  validFrom: Date
  validTo: Date
  protocol: string
  cipher: string
  /** SHA-256 of the whole certificate, in hexadecimal pairs. */
  fingerprint: string
}

const maxNames = 200
const maxLength = 255

/** Certificate texts are untrusted: they are truncated and cleaned. Null: the dates are unreadable. */
export function readCertificate(
  presented: X509Certificate,
  socket: Pick<TLSSocket, 'getProtocol' | 'getCipher'>,
): PresentedCertificate | null {
  const [validFrom, validTo] = [presented.validFromDate, presented.validToDate]
  if (Number.isNaN(validFrom.getTime()) || Number.isNaN(validTo.getTime())) return null
  const organisation = partOf(presented.issuer, 'O')
  return {
    issuer: partOf(presented.issuer, 'CN') || organisation,
    issuerOrganisation: organisation,
    commonName: partOf(presented.subject, 'CN'),
    names: namesOf(presented.subjectAltName ?? ''),
    validFrom,
    validTo,
    protocol: line(socket.getProtocol(), 20),
    cipher: line(socket.getCipher()?.standardName ?? '', 100),
    fingerprint: presented.fingerprint256,
  }
}

/** `O=Example\nCN=R11`: the first part of that name. */
function partOf(distinguishedName: string, part: string): string {
  const found = (distinguishedName ?? '').split('\n').find((text) => text.startsWith(`${part}=`))
  return line(found?.slice(part.length + 1) ?? '', maxLength)
}

/** `DNS:a.example, IP Address:192.0.2.1`; names that would confuse this are quoted. */
function namesOf(alternatives: string): string[] {
  const found = alternatives.matchAll(/(?:^|, )(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g)
  const names = Array.from(found.take(maxNames), ([, name = '']) => line(name.replace(/^"|"$/g, ''), maxLength))
  return names.filter((name) => name !== '')
}
