import type { Language } from '../../../operation/language.ts'
import { labelIn, translateSentence } from '../../../operation/sentences/sentences.ts'

interface Phrases {
  one(name: string): string
  many(count: string): string
}

/** Outages because of a certificate have a label of their own. */
export const tlsOutage = 'monitor.down certificate'

const enPhrases: Record<string, Phrases> = {
  'monitor.down': { one: (name) => `${name} is down`, many: (count) => `${count} sites are down` },
  [tlsOutage]: {
    one: (name) => `The certificate of ${name} is not valid`,
    many: (count) => `The certificates of ${count} sites are not valid`,
  },
  'monitor.up': { one: (name) => `${name} is up again`, many: (count) => `${count} sites are up again` },
  'monitor.degraded': {
    one: (name) => `A check of ${name} failed`,
    many: (count) => `Checks of ${count} sites failed`,
  },
  'certificate.problem': {
    one: (name) => `The certificate of ${name} needs attention`,
    many: (count) => `The certificates of ${count} sites need attention`,
  },
  'health.poor': { one: (name) => `${name} is in poor health`, many: (count) => `${count} sites are in poor health` },
  'site.disconnected': {
    one: (name) => `${name} lost its connection`,
    many: (count) => `${count} sites lost their connection`,
  },
  'site.connected': { one: (name) => `${name} is connected`, many: (count) => `${count} sites are connected` },
  'sync.failed': { one: (name) => `${name} cannot be synced`, many: (count) => `${count} sites cannot be synced` },
  'sync.recovered': { one: (name) => `${name} syncs again`, many: (count) => `${count} sites sync again` },
  'update.failed': { one: (name) => `An update of ${name} failed`, many: (count) => `${count} updates failed` },
  'update.installed': {
    one: (name) => `An update of ${name} was installed`,
    many: (count) => `${count} updates were installed`,
  },
  'update.available': { one: (name) => `Updates for ${name}`, many: (count) => `Updates for ${count} sites` },
  'vulnerability.found': {
    one: (name) => `${name} has a known vulnerability`,
    many: (count) => `${count} sites have known vulnerabilities`,
  },
  'vulnerability.fixed': {
    one: (name) => `A vulnerability of ${name} was fixed`,
    many: (count) => `Vulnerabilities of ${count} sites were fixed`,
  },
  'site.changed_by_others': {
    one: (name) => `${name} was changed outside of Flotilla`,
    many: (count) => `${count} sites were changed outside of Flotilla`,
  },
  'site.added': { one: (name) => `${name} was added`, many: (count) => `${count} sites were added` },
  'site.removed': { one: (name) => `${name} was removed`, many: (count) => `${count} sites were removed` },
}

/** Groups of settings, as the dashboard names them. */
const settingsPages: Readonly<Record<string, { en: string; de: string } | undefined>> = {
  general: { en: 'General', de: 'Allgemein' },
  advanced: { en: 'Advanced', de: 'Erweitert' },
  monitoring: { en: 'Monitoring', de: 'Überwachung' },
  'sign-in': { en: 'Sign-in', de: 'Anmeldung' },
  'cost-tracker': { en: 'Costs', de: 'Kosten' },
  'dashboard-insights': { en: 'Overview', de: 'Übersicht' },
  tools: { en: 'Tools', de: 'Werkzeuge' },
}

/** Messages about events. `de` has the same members, which the compiler checks. */
const en = {
  phrases: enPhrases,
  /** Titles of the other types; the catalogue of events has the English ones. */
  title: (_type: string, english: string) => english,
  /** What a check, a site or the service recorded in English. */
  recorded: (sentence: string) => sentence,
  count: (count: number) => count.toLocaleString('en'),
  domain: (domain: string) => `The domain ${domain} must be renewed`,
  domains: (count: string) => `${count} domains must be renewed`,
  aSite: 'A site',
  wasDownFor: (duration: string) => `Was down for ${duration}`,
  day: 'd',
  available: (count: string) => `${count} available`,
  changes: (count: string) => (count === '1' ? '1 change' : `${count} changes`),
  score: (score: string) => `${score} of 100`,
  from: (login: string, address: string) => `${login}, from ${address || 'an unknown address'}`,
  key: (id: string) => `Key ${id}`,
  by: (what: string, user: string) => `${what}, by ${user}`,
  operation: (_name: string, label: string) => label,
  approval: (operation: string, targets: string, key: string, address: string) =>
    `${key} wants to run “${operation}” on ${targets === '1' ? '1 target' : `${targets} targets`}. Decide within 10 minutes: ${address}`,
  hosts: (hosts: string) => `It names the hosts ${hosts}.`,
  settings: (group: string) => settingsPages[group]?.en ?? group,
  job: (kind: string, done: string, total: string, failed: string) =>
    `${kind}: ${done} of ${total} done, ${failed} failed`,
  names: (names: string, more: number) => `${names} and ${more} more`,
  sameAddress: (address: string) => `All of them are at the same address, ${address}.`,
  notResolved: (title: string) => `Not resolved: ${title}`,
}

const dePhrases: Record<string, Phrases> = {
  'monitor.down': { one: (name) => `${name} ist ausgefallen`, many: (count) => `${count} Websites sind ausgefallen` },
  [tlsOutage]: {
    one: (name) => `Das Zertifikat von ${name} ist ungültig`,
    many: (count) => `Die Zertifikate von ${count} Websites sind ungültig`,
  },
  'monitor.up': {
    one: (name) => `${name} ist wieder erreichbar`,
    many: (count) => `${count} Websites sind wieder erreichbar`,
  },
  'monitor.degraded': {
    one: (name) => `Eine Prüfung von ${name} ist fehlgeschlagen`,
    many: (count) => `Prüfungen von ${count} Websites sind fehlgeschlagen`,
  },
  'certificate.problem': {
    one: (name) => `Das Zertifikat von ${name} braucht Aufmerksamkeit`,
    many: (count) => `Die Zertifikate von ${count} Websites brauchen Aufmerksamkeit`,
  },
  'health.poor': {
    one: (name) => `${name} ist in schlechtem Zustand`,
    many: (count) => `${count} Websites sind in schlechtem Zustand`,
  },
  'site.disconnected': {
    one: (name) => `${name} hat die Verbindung verloren`,
    many: (count) => `${count} Websites haben die Verbindung verloren`,
  },
  'site.connected': { one: (name) => `${name} ist verbunden`, many: (count) => `${count} Websites sind verbunden` },
  'sync.failed': {
    one: (name) => `${name} kann nicht synchronisiert werden`,
    many: (count) => `${count} Websites können nicht synchronisiert werden`,
  },
  'sync.recovered': {
    one: (name) => `${name} wird wieder synchronisiert`,
    many: (count) => `${count} Websites werden wieder synchronisiert`,
  },
  'update.failed': {
    one: (name) => `Eine Aktualisierung von ${name} ist fehlgeschlagen`,
    many: (count) => `${count} Aktualisierungen sind fehlgeschlagen`,
  },
  'update.installed': {
    one: (name) => `Eine Aktualisierung von ${name} wurde installiert`,
    many: (count) => `${count} Aktualisierungen wurden installiert`,
  },
  'update.available': {
    one: (name) => `Aktualisierungen für ${name}`,
    many: (count) => `Aktualisierungen für ${count} Websites`,
  },
  'vulnerability.found': {
    one: (name) => `${name} hat eine bekannte Sicherheitslücke`,
    many: (count) => `${count} Websites haben bekannte Sicherheitslücken`,
  },
  'vulnerability.fixed': {
    one: (name) => `Eine Sicherheitslücke von ${name} wurde behoben`,
    many: (count) => `Sicherheitslücken von ${count} Websites wurden behoben`,
  },
  'site.changed_by_others': {
    one: (name) => `${name} wurde außerhalb von Flotilla geändert`,
    many: (count) => `${count} Websites wurden außerhalb von Flotilla geändert`,
  },
  'site.added': { one: (name) => `${name} wurde hinzugefügt`, many: (count) => `${count} Websites wurden hinzugefügt` },
  'site.removed': { one: (name) => `${name} wurde entfernt`, many: (count) => `${count} Websites wurden entfernt` },
}

const deTitles: Readonly<Record<string, string | undefined>> = {
  'access.new_device': 'Ein Benutzer hat sich von einem neuen Gerät angemeldet',
  'access.protection_changed': 'Einstellungen, die den Zugang schützen, wurden geändert',
  'access.key_created': 'Ein API-Schlüssel wurde erstellt',
  'approval.requested': 'Ein API-Schlüssel bittet um Freigabe einer Änderung',
  'settings.changed': 'Einstellungen wurden geändert',
  'webhook.switched_off': 'Ein Webhook wurde ausgeschaltet',
  'incident.acknowledged': 'Ein Vorfall wurde bestätigt',
  'incident.assigned': 'Ein Vorfall wurde zugewiesen, oder die Zuweisung wurde entfernt',
  'incident.resolved': 'Ein Vorfall wurde als gelöst markiert',
  'incident.reopened': 'Ein gelöster Vorfall wurde wieder geöffnet',
  'vulnerability.source_failed': 'Eine Quelle bekannter Sicherheitslücken kann nicht gelesen werden',
  'domain.expiring': 'Eine Domain muss verlängert werden',
  'rollout.wave_finished': 'Eine Welle eines Rollouts ist beendet',
  'service_backup.failed': 'Eine Sicherung von Flotilla ist fehlgeschlagen',
  'service_backup.late': 'Die Sicherung von Flotilla ist überfällig',
  'service_backup.check_failed': 'Eine Sicherung von Flotilla lässt sich nicht wiederherstellen',
  'job.finished': 'Ein Auftrag ist beendet',
  'job.failed': 'Ein Auftrag endete mit Fehlern',
  'report.sent': 'Ein Bericht wurde gesendet',
  'report.failed': 'Ein Bericht wurde nicht gesendet',
  'rollout.paused': 'Ein Rollout wurde angehalten',
  'rollout.finished': 'Ein Rollout ist beendet',
  'update.rolled_back': 'Eine Aktualisierung wurde zurückgesetzt',
  'update.warned': 'Prüfungen nach einer Aktualisierung warnen',
}

const de: typeof en = {
  phrases: dePhrases,
  title: (type, english) => (Object.hasOwn(deTitles, type) ? (deTitles[type] ?? english) : english),
  recorded: (sentence) => translateSentence(sentence, 'de'),
  count: (count) => count.toLocaleString('de'),
  domain: (domain) => `Die Domain ${domain} muss verlängert werden`,
  domains: (count) => `${count} Domains müssen verlängert werden`,
  aSite: 'Eine Website',
  wasDownFor: (duration) => `War ${duration} lang ausgefallen`,
  day: 'T',
  available: (count) => `${count} verfügbar`,
  changes: (count) => (count === '1' ? '1 Änderung' : `${count} Änderungen`),
  score: (score) => `${score} von 100`,
  from: (login, address) => `${login}, von ${address || 'einer unbekannten Adresse'}`,
  key: (id) => `Schlüssel ${id}`,
  by: (what, user) => `${what}, von ${user}`,
  operation: (name, label) => labelIn('de', name) ?? label,
  approval: (operation, targets, key, address) =>
    `${key} möchte „${operation}“ auf ${targets === '1' ? '1 Ziel' : `${targets} Ziele`} anwenden. Entscheiden Sie innerhalb von 10 Minuten: ${address}`,
  hosts: (hosts) => `Er nennt die Hosts ${hosts}.`,
  settings: (group) => settingsPages[group]?.de ?? group,
  job: (kind, done, total, failed) =>
    `${labelIn('de', kind) ?? kind}: ${done} von ${total} erledigt, ${failed} fehlgeschlagen`,
  names: (names, more) => `${names} und ${more} weitere`,
  sameAddress: (address) => `Alle sind unter derselben Adresse, ${address}.`,
  notResolved: (title) => `Nicht behoben: ${title}`,
}

const all: Record<Language, typeof en> = { en, de }

export type EventTexts = typeof en
export const eventTextsIn = (language: Language): EventTexts => all[language]
