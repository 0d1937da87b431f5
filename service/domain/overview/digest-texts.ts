import type { Language } from '../../operation/language.ts'

interface Monitored {
  sites: number
  monitored: number
  checked: number
  down: number
  /** The English sentence. */
  summary: string
}

const count = (sites: number) => sites.toLocaleString('en')
const were = (sites: number) => (sites === 1 ? '1 site was' : `${count(sites)} sites were`)

/** The daily digest. `de` has the same members, which the compiler checks. */
const en = {
  needs: (sites: number, when: string) =>
    `This is what your ${sites === 1 ? 'site needs' : `${count(sites)} sites need`} on ${when}.`,
  neverSynced: (sites: number) => `${were(sites)} never synced, so no updates are known there.`,
  stale: (sites: number) => `${were(sites)} not synced for longer than planned, so the numbers may be out of date.`,
  monitoring: ({ summary }: Monitored) => summary,
  down: 'Down',
  notConnected: 'Not connected',
  notSynced: 'Not synced',
  toRenew: 'To be renewed',
  updates: 'Updates',
  site: 'Site',
  since: 'Since',
  reason: 'Reason',
  what: 'What',
  daysLeft: 'Days left',
  sites: 'Sites',
  themes: 'Themes',
  plugins: 'Plugins',
  translations: 'Translations',
  certificateOf: (site: string) => `Certificate of ${site}`,
  domain: (domain: string) => `Domain ${domain}`,
  today: 'today',
  endedAgo: (days: number) => `expired ${days === 1 ? '1 day' : `${days} days`} ago`,
}

const zahl = (sites: number) => sites.toLocaleString('de')
const wurden = (sites: number) => (sites === 1 ? '1 Website wurde' : `${zahl(sites)} Websites wurden`)

const de: typeof en = {
  needs: (sites, when) =>
    `Das ${sites === 1 ? 'braucht Ihre Website' : `brauchen Ihre ${zahl(sites)} Websites`} (Stand: ${when}).`,
  neverSynced: (sites) => `${wurden(sites)} nie synchronisiert; dort sind keine Aktualisierungen bekannt.`,
  stale: (sites) => `${wurden(sites)} länger als geplant nicht synchronisiert; die Zahlen können veraltet sein.`,
  monitoring({ sites, monitored, checked, down }) {
    if (sites === 0) return 'Es gibt keine Website, die überwacht werden kann.'
    if (monitored === 0) return 'Keine Website wird überwacht; Ausfälle bleiben unbemerkt.'
    const parts = [`${zahl(monitored)} von ${zahl(sites)} Websites überwacht`]
    if (checked < monitored) parts.push(`${zahl(monitored - checked)} davon in letzter Zeit nicht geprüft`)
    parts.push(`${down === 0 ? 'keine der geprüften' : zahl(down)} ausgefallen`)
    return `${parts.join(', ')}.`
  },
  down: 'Ausgefallen',
  notConnected: 'Nicht verbunden',
  notSynced: 'Nicht synchronisiert',
  toRenew: 'Zu verlängern',
  updates: 'Aktualisierungen',
  site: 'Website',
  since: 'Seit',
  reason: 'Grund',
  what: 'Was',
  daysLeft: 'Tage übrig',
  sites: 'Websites',
  themes: 'Themes',
  plugins: 'Plugins',
  translations: 'Übersetzungen',
  certificateOf: (site) => `Zertifikat von ${site}`,
  domain: (domain) => `Domain ${domain}`,
  today: 'heute',
  endedAgo: (days) => `vor ${days === 1 ? '1 Tag' : `${days} Tagen`} abgelaufen`,
}

const all: Record<Language, typeof en> = { en, de }

export const digestTextsIn = (language: Language): typeof en => all[language]
