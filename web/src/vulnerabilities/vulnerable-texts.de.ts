import type { Translation } from '../texts/define-texts.ts'
import type { vulnerableTexts } from './vulnerable-texts.ts'

export default {
  security: 'Sicherheit',
  vulnerable: 'Angreifbar',
  onlyVulnerable: 'Nur angreifbare',
  allUpdates: 'Alle Aktualisierungen',
  vulnerableSites: 'Angreifbar auf {count, plural, one {# Website} other {# Websites}}',
  softwareHas:
    'Diese Software hat eine bekannte Sicherheitslücke auf {count, plural, one {# Website} other {# Websites}}. <decide>Entscheiden, was zu tun ist</decide>',
  siteHas: '{count, plural, one {# Sicherheitslücke} other {# Sicherheitslücken}}',
  card: 'Bekannte Sicherheitslücken',
  none: 'Keine bekannten offenen Sicherheitslücken.',
  notConfigured: 'Nicht bekannt: Es ist keine Quelle eingerichtet.',
  neverRead: 'Nicht bekannt: Die Quellen wurden noch nicht gelesen.',
  stale: 'Die Quellen sind veraltet.',
  severityCount: '{count, plural, one {# offener Befund} other {# offene Befunde}}',
  affected: 'Auf {count, plural, one {# Website} other {# Websites}}',
  attacks: 'Angriffe bekannt',
  critical: 'Kritisch',
  high: 'Hoch',
  medium: 'Mittel',
  low: 'Niedrig',
  other: 'Sonstige',
} satisfies Translation<typeof vulnerableTexts>
