import type { Translation } from '../texts/define-texts.ts'
import type { paletteTexts } from './palette-texts.ts'

export default {
  view: 'Ansicht',
  action: 'Aktion',
  update: '{name} aktualisieren',
  updateOnSites: '{name} auf allen Websites aktualisieren',
  report: 'Bericht für {name}',
  sync: '{name} synchronisieren',
  syncing: '{name} wird synchronisiert',
  synced: '{name} synchronisiert',
  updateWords: 'aktualisieren aktualisiere',
  reportWords: 'bericht',
  syncWords: 'synchronisieren synchronisiere',
  adminWords: 'öffnen öffne anmelden',
  admin: 'Adminbereich von {name} öffnen',
  dark: 'Dunkle Darstellung verwenden',
  light: 'Helle Darstellung verwenden',
  system: 'Darstellung des Systems verwenden',
  signOut: 'Abmelden',
  shortcuts: 'Tastenkürzel anzeigen',
  placeholder: 'Website, Kunde oder Seite suchen, oder eingeben, was zu tun ist',
} satisfies Translation<typeof paletteTexts>
