import { settingPages } from './setting-pages.ts'
import { settingTexts } from './setting-texts.ts'

interface FoundSetting {
  label: string
  /** The name of the page. */
  page: string
  group: string
  /** The setting on the page; empty: the whole page. */
  hash: string
  hint?: string
  words?: string
}

const pageNames = {
  general: settingTexts.general,
  updates: settingTexts.updates,
  monitoring: settingTexts.monitoring,
  advanced: settingTexts.advanced,
}

const wholePage = (group: string, page: string, label: string, words: string): FoundSetting => ({
  ...{ group, page, label, words },
  hash: '',
})

const index: readonly FoundSetting[] = [
  ...Object.entries(settingPages).flatMap(([group, sections]) =>
    sections.flatMap(({ title, settings }) =>
      settings.map(({ key, label, hint, words }) => ({
        ...{ group, label, hash: key },
        page: pageNames[group as keyof typeof pageNames],
        ...(hint !== undefined && { hint }),
        words: `${title} ${words ?? ''}`,
      })),
    ),
  ),
  wholePage('updates', settingTexts.updates, settingTexts.policies, settingTexts.wordsPolicies),
  wholePage('notifications', settingTexts.notifications, settingTexts.mailServer, settingTexts.wordsMail),
  wholePage('notifications', settingTexts.notifications, settingTexts.emails, settingTexts.wordsMail),
  wholePage('notifications', settingTexts.notifications, settingTexts.channels, settingTexts.wordsChannels),
  wholePage('reports', settingTexts.reports, settingTexts.logo, settingTexts.wordsReports),
  wholePage('vulnerabilities', settingTexts.advanced, settingTexts.vulnerabilities, settingTexts.vulnerabilitiesAbout),
  wholePage('time-tracker', settingTexts.advanced, settingTexts.timeTracker, settingTexts.timeTrackerAbout),
  wholePage('cost-tracker', settingTexts.advanced, settingTexts.costs, settingTexts.costsAbout),
  wholePage('single-sign-on', settingTexts.advanced, settingTexts.singleSignOn, settingTexts.wordsSso),
  wholePage('api-backups', settingTexts.advanced, settingTexts.backupProviders, settingTexts.backupProvidersAbout),
  wholePage('tools', settingTexts.advanced, settingTexts.tools, settingTexts.wordsTools),
]

const fold = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

/** Settings that contain every word; those with all words in their label come first. */
export function findSettings(search: string): FoundSetting[] {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const contains = (text: string) => words.every((word) => fold(text).includes(word))
  const found = index.filter(({ label, page, hint = '', words: more = '' }) =>
    contains(`${label} ${page} ${hint} ${more}`),
  )
  return found.sort((one, other) => Number(contains(other.label)) - Number(contains(one.label)))
}
