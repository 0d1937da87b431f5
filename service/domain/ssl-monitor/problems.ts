import type { X509Certificate } from 'node:crypto'
import type { Problem } from './certificate.ts'

interface Circumstances {
  hostname: string
  /** The TLS library's error about the chain. It reports only the last one, so the others are checked here. */
  trustError: string | null
  now: Date
}

/** All problems of a certificate except its dates, which are compared at read time. */
export function problemsOf(presented: X509Certificate, { hostname, trustError, now }: Circumstances): Problem[] {
  const found = new Set<Problem>()
  if (!isForHost(presented, hostname)) found.add('wrong-name')
  if (trustError !== null && isSelfSigned(presented)) found.add('self-signed')
  else if (trustError !== null) {
    const known = chainProblem(presented, trustError, now)
    if (known) found.add(known)
  }
  return [...found]
}

/** `hostname` as in a URL: an IPv6 address is in brackets. */
function isForHost(presented: X509Certificate, hostname: string): boolean {
  const isAddress = /^\[|^\d+(\.\d+){3}$/.test(hostname)
  return (isAddress ? presented.checkIP(hostname.replace(/[[\]]/g, '')) : presented.checkHost(hostname)) !== undefined
}

const isSelfSigned = (presented: X509Certificate) => presented.issuer === presented.subject

function chainProblem(presented: X509Certificate, trustError: string, now: Date): Problem | null {
  switch (trustError) {
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'CERT_NOT_YET_VALID':
      return null
    case 'CERT_HAS_EXPIRED':
      return presented.validToDate <= now ? null : 'chain-expired'
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return 'self-signed'
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return 'unknown-authority'
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return hasIssuerUrl(presented) && !presented.issuerCertificate ? 'incomplete-chain' : 'unknown-authority'
    default:
      return 'untrusted'
  }
}

/** Public authorities publish the address of their own certificate; private ones do not. */
const hasIssuerUrl = (presented: X509Certificate) => /^CA Issuers - URI:https?:/m.test(presented.infoAccess ?? '')
