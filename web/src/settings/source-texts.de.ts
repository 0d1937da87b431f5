import type { Translation } from '../texts/define-texts.ts'
import type { sourceTexts } from './source-texts.ts'

export default {
  introduction:
    'Flotilla vergleicht die Software Ihrer Websites mit Listen bekannter Sicherheitslücken. Der Vergleich läuft auf Ihrem Server: Keine Quelle erfährt, welche Websites Sie verwalten.',
  save: 'Speichern',
  saved: 'Gespeichert',
  readNow: 'Jetzt lesen',
  reading: '{source} wird gelesen',
  read: '{count, plural, one {# Sicherheitslücke} other {# Sicherheitslücken}} bekannt, {changed, number} geändert',
  readSkipped:
    '{count, plural, one {# Sicherheitslücke} other {# Sicherheitslücken}} bekannt, {changed, number} geändert. {skipped, plural, one {# Eintrag} other {# Einträge}} nicht lesbar',
  readNothing: 'Noch nichts zu lesen',
  remove: 'Entfernen',
  address: 'Adresse',
  neverRead: 'Noch nichts gelesen.',
  known: '{count, plural, one {# Sicherheitslücke} other {# Sicherheitslücken}} bekannt, gelesen <time></time>.',
  skipped: '{count, plural, one {# Eintrag} other {# Einträge}} nicht lesbar.',
  staleSince: 'Veraltet seit <time></time>: Neuere Sicherheitslücken fehlen.',
  problem: 'Letzter Versuch <time></time>: {problem}',
  webhookReceived: 'Letzte Nachricht empfangen <time></time>.',
  webhookNone: 'Noch keine Nachricht empfangen.',
  wordfenceHint:
    'Die übliche kostenlose Liste, mit Ihrem eigenen Schlüssel. Sie wird alle 30 Minuten gelesen; Nachrichten treffen innerhalb von Minuten ein. <page>Schlüssel holen</page>',
  key: 'API-Schlüssel',
  keyStored: 'Ein Schlüssel ist gespeichert. Geben Sie einen anderen ein, um ihn zu ersetzen.',
  keyNone: 'Ohne Schlüssel wird die Liste nicht gelesen.',
  keyMoved: 'Eine andere Adresse entfernt den gespeicherten Schlüssel, wenn Sie keinen eingeben.',
  removeKeyTitle: 'Schlüssel entfernen?',
  removeKeyText: 'Die Liste wird nicht mehr gelesen. Bekannte Sicherheitslücken bleiben, veralten aber.',
  removedKey: 'Schlüssel entfernt',
  secret: 'Geheimnis des Webhooks',
  secretStored: 'Ein Geheimnis ist gespeichert. Geben Sie ein anderes ein, um es zu ersetzen.',
  secretNone:
    'Mindestens 16 Zeichen; dasselbe wie im Webhook bei Wordfence. Ohne Geheimnis wird jede Nachricht abgelehnt.',
  removeSecret: 'Geheimnis entfernen',
  removeSecretTitle: 'Geheimnis entfernen?',
  removeSecretText: 'Alle Nachrichten werden abgelehnt, bis Sie ein neues eingeben.',
  removedSecret: 'Geheimnis entfernt',
  webhookAddress: 'Adresse für den Webhook',
  webhookUnknown: 'Setzen Sie PUBLIC_URL auf die öffentliche Adresse von Flotilla, um Nachrichten zu empfangen.',
  wpvulnerabilityHint:
    'Ein kostenloser Dienst ohne Schlüssel. Flotilla fragt ihn einmal am Tag nach jedem installierten Plugin, Theme und jeder WordPress-Version. Er erfährt deren Namen, aber nicht, welche Websites sie haben.',
  useIt: 'WPVulnerability verwenden',
  feedHint: 'Eine eigene Liste im Format der öffentlichen WordPress-Feeds, täglich gelesen. Leer lassen für keine.',
  removeFeedTitle: 'Feed entfernen?',
  removeFeedText: 'Er wird nicht mehr gelesen. Bekannte Sicherheitslücken bleiben.',
  fileHint: 'Für eine Installation ohne Zugang zum Internet: dasselbe JSON als Datei. Sie ersetzt die vorige Datei.',
  chooseFile: 'Datei wählen',
  readingFile: '{name} wird gelesen',
  reports: 'Berichte',
  directory: 'Öffentliches Verzeichnis',
  directoryHint:
    'Zeigt, welche installierten Plugins und Themes geschlossen wurden, und bietet Plugins zum Installieren an.',
  checkDirectory: 'Einmal pro Woche nach jedem installierten Plugin und Theme fragen',
} satisfies Translation<typeof sourceTexts>
