import type { Translation } from '../texts/define-texts.ts'
import type { conditionTexts } from './condition-texts.ts'

export default {
  down: 'Nicht erreichbar',
  disconnected: 'Getrennt',
  degraded: 'Hat ein Problem',
  stale: 'Veraltet',
  unknown: 'Noch nicht synchronisiert',
  suspended: 'Gesperrt',
  ok: 'Verbunden',
  suspendedByHand: 'Von einem Benutzer gesperrt: nicht synchronisiert, aktualisiert oder überwacht',
  suspendedWithClient: 'Zusammen mit dem Kunden gesperrt: nicht synchronisiert, aktualisiert oder überwacht',
  siteIsDown: 'Die Website ist ausgefallen',
  notConnected: 'Nicht verbunden',
  notConnectedYet: 'Noch nicht verbunden',
  syncFailed: 'Die letzte Synchronisierung ist fehlgeschlagen',
  syncIncomplete: 'Die letzte Synchronisierung war unvollständig',
  checkRepeated: 'Die letzte Prüfung ist fehlgeschlagen und wird wiederholt',
  updateChecksFailed: 'Die Website hat ihre Prüfungen nach einer Aktualisierung nicht bestanden',
  updateUnchecked:
    'Die Website konnte nach ihrer letzten Aktualisierung nicht geprüft werden; ob sie funktioniert, ist nicht bekannt. Prüfen Sie die Website',
  notSyncedForLong: 'Die Website wurde länger als geplant nicht synchronisiert; ihre Daten können veraltet sein',
  addressChanged:
    'Die Adresse wurde geändert. Bis zur nächsten Synchronisierung ist über die neue Adresse nichts bekannt',
  neverSynced: 'Verbunden, aber noch nicht synchronisiert',
  allWell: 'Verbunden, synchronisiert und erreichbar',
  notCheckedYet: 'Verbunden und synchronisiert. Der Monitor hat die Website noch nicht geprüft',
  notCheckedForLong: 'Verbunden und synchronisiert. Der Monitor hat die Website länger als geplant nicht geprüft',
  notMonitored: 'Verbunden und synchronisiert. Die Verfügbarkeit wird nicht überwacht',
} satisfies Translation<typeof conditionTexts>
