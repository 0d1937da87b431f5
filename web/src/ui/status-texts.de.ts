import type { Translation } from '../texts/define-texts.ts'
import type { statusTexts } from './status-texts.ts'

export default {
  connected: 'Verbunden',
  disconnected: 'Getrennt',
  suspended: 'Gesperrt',
  active: 'Aktiv',
  inactive: 'Inaktiv',
  up: 'Erreichbar',
  down: 'Nicht erreichbar',
  pending: 'Ausstehend',
  paused: 'Nicht überwacht',
  notChecked: 'Noch nicht geprüft',
  neverReached: 'Nie erreicht',
  running: 'Läuft',
  waiting: 'Wartet',
  completed: 'Abgeschlossen',
  succeeded: 'Erledigt',
  failed: 'Fehlgeschlagen',
  partial: 'Teilweise erledigt',
  nothingToDo: 'Nichts zu tun',
  unknown: 'Ergebnis unbekannt',
  cancelled: 'Abgebrochen',
  expired: 'Abgelaufen',
  open: 'Offen',
  resolved: 'Gelöst',
  interrupted: 'Pausiert, während nicht erreichbar',
} satisfies Translation<typeof statusTexts>
