import type { Translation } from '../texts/define-texts.ts'
import type { modulesTexts } from './modules-texts.ts'

export default {
  everySyncBringsWhat:
    'Jede Synchronisierung bringt, was auf den Websites getan wurde; was von hier getan wird, kommt dazu.',
  theChangeLogRests:
    'Das Änderungsprotokoll ruht: Synchronisierungen übernehmen nicht mehr, was auf den Websites getan wurde.',
  renewalsShowOnThe: 'Verlängerungen stehen in der Übersicht, bevor sie fällig sind.',
  costsAndRenewalsAre: 'Kosten und Verlängerungen werden weder angezeigt noch berechnet.',
  theModerationQueueOf: 'Die Moderation aller Websites.',
  commentsAreModeratedOn: 'Kommentare werden wieder auf jeder Website moderiert.',
  certificatesAreLookedAt: 'Zertifikate werden automatisch geprüft, und Sie werden vor dem Ablauf benachrichtigt.',
  noOneLooksAtCertificates: 'Zertifikate werden nicht geprüft, und niemand wird vor dem Ablauf benachrichtigt.',
  registriesAreAskedAbout: 'Registries werden nach den Domains der Websites gefragt.',
  noOneIsInformedWhen: 'Niemand wird benachrichtigt, wenn eine Domain abläuft.',
  everySiteIsAudited: 'Jede Website wird einmal pro Woche geprüft, und wann Sie wollen.',
  noAuditsAreRun: 'Es laufen keine Audits; frühere Ergebnisse bleiben.',
  reportsForClientsOn: 'Berichte für Kunden, auf Wunsch und jeden Monat.',
  monthlyReportsAreNot: 'Monatliche Berichte werden nicht gesendet.',
  timersTasksAndBuckets: 'Timer, Aufgaben und Stundenkontingente.',
  timersAreHiddenRecorded: 'Timer sind ausgeblendet; erfasste Stunden bleiben.',
  labelIsSwitchedOff: '{label} ist ausgeschaltet',
  toTheModules: 'Zu den Modulen',
  summaryWhatWasRecorded: '{summary} Erfasstes bleibt und ist wieder da, wenn das Modul eingeschaltet wird.',
  modules: 'Module',
  partsOfFlotillaYou:
    'Teile von Flotilla, die Sie vielleicht nicht brauchen. Was ein Modul erfasst hat, bleibt, solange es aus ist.',
  itsPagesAndOperations: 'Seine Seiten und Operationen sind weg, bis es wieder eingeschaltet wird.',
  switchOffLabel: '{label} ausschalten?',
  switchOff: 'Ausschalten',
  switchingLabel: '{label} wird umgeschaltet',
  on: 'Ein',
  off: 'Aus',
  open: 'Öffnen',
  moduleIsOff: '{label} ist ausgeschaltet',
  moduleIsOn: '{label} ist eingeschaltet',
} satisfies Translation<typeof modulesTexts>
