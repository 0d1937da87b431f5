import { route } from '../../operation/address.ts'
import type { Certificate } from './certificate.ts'
import { checkSiteCertificate, describeCertificateCheck } from './operations/check-site-certificate.ts'
import { getSiteCertificate } from './operations/get-site-certificate.ts'
import { listCertificates } from './operations/list-certificates.ts'

const names = { id_or_domain: 'site_id_or_domain' }

/** Keyed by the id of the site, as established clients read it. */
const bySite = ({ items }: { items: Certificate[] }) => Object.fromEntries(items.map((item) => [item.id, item]))

export const addresses = [
  route('GET /ssl-monitor/certificates', listCertificates, { list: 'items' }),
  route('GET /ssl-monitor/info', listCertificates, { id: 'list-certificates-by-site', list: 'items', toData: bySite }),
  route('GET /ssl-monitor/info/{id_or_domain}', getSiteCertificate, { names }),
  route('POST|PUT|PATCH /ssl-monitor/{id_or_domain}', checkSiteCertificate, {
    names,
    envelopeFields: (certificate: Certificate) => ({ message: describeCertificateCheck(certificate) }),
  }),
]
