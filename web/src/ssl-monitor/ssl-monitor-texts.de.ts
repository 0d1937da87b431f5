import type { Translation } from '../texts/define-texts.ts'
import type { sslMonitorTexts } from './ssl-monitor-texts.ts'

export default {
  good: 'Gut',
  endsSoon: 'Endet bald',
  expired: 'Abgelaufen',
  notTrusted: 'Nicht vertrauenswürdig',
  notReached: 'Nicht erreicht',
  withoutEncryption: 'Ohne Verschlüsselung',
  notCheckedYet: 'Noch nicht geprüft',
  site: 'Website',
  status: 'Status',
  daysLeft: 'Tage übrig',
  goodUntil: 'Gültig bis',
  issuer: 'Aussteller (Issuer)',
  names: 'Namen',
  andValueMore: ' und {value} weitere',
  protocol: 'Protokoll',
  checked: 'Geprüft',
  notYet: 'Noch nicht',
  anyStatus: 'Jeder Status',
  certificates: 'Zertifikate',
  whatTheWebServers:
    'Was die Webserver der Websites zeigen, einmal am Tag geprüft. Warnungen kommen 30, 14, 7 und 1 Tag vor dem Ablauf.',
  lookingAtTheCertificate: 'Zertifikat von {name} wird geprüft',
  searchNameOrAddress: 'Name oder Adresse suchen',
  checkTheCertificateOf: 'Zertifikat von {name} prüfen',
  check: 'Prüfen',
  noSuchCertificate: 'Keine passenden Zertifikate',
  noCertificatesYet: 'Noch keine Zertifikate',
  chooseAnotherStatusOr: 'Wählen Sie einen anderen Status oder eine andere Suche.',
  theyAreLookedAt: 'Sie werden geprüft, sobald es Websites gibt.',
} satisfies Translation<typeof sslMonitorTexts>
