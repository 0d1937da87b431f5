import type { Translation } from '../texts/define-texts.ts'
import type { sslMonitorTexts } from './ssl-monitor-texts.ts'

export default {
  good: 'Gültig',
  endsSoon: 'Endet bald',
  expired: 'Abgelaufen',
  notTrusted: 'Nicht vertrauenswürdig',
  notReached: 'Nicht erreicht',
  withoutEncryption: 'Nicht verschlüsselt',
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
    'Zertifikate Ihrer Websites, einmal am Tag geprüft. Alarme werden 30, 14, 7 Tage und 1 Tag vor dem Ablauf gesendet.',
  lookingAtTheCertificate: 'Zertifikat von {name} wird geprüft',
  searchNameOrAddress: 'Name oder Adresse suchen',
  checkTheCertificateOf: 'Zertifikat von {name} prüfen',
  check: 'Prüfen',
  noSuchCertificate: 'Keine passenden Zertifikate',
  noCertificatesYet: 'Noch keine Zertifikate',
  chooseAnotherStatusOr: 'Wählen Sie einen anderen Status oder eine andere Suche.',
  theyAreLookedAt: 'Zertifikate erscheinen hier, wenn Sie Websites hinzufügen.',
} satisfies Translation<typeof sslMonitorTexts>
