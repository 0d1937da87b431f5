import type { Translation } from '../texts/define-texts.ts'
import type { docsTexts } from './docs-texts.ts'

export default {
  title: 'Hilfe',
  introduction: 'Wie Sie die tägliche Arbeit einer Agentur mit Flotilla erledigen.',
  search: 'Anleitungen durchsuchen',
  none: 'Keine passenden Anleitungen',
  noneHint: 'Ändern Sie die Suche.',
  open: 'Seite öffnen',
  picture: 'Bild: {title}',
  api: 'API-Dokumentation',
  connectTitle: 'Eine Website verbinden',
  connectIntro: 'Flotilla verwaltet eine WordPress-Website über das Connector-Plugin MainWP Child.',
  connect1: 'Installieren und aktivieren Sie auf der Website das Plugin MainWP Child.',
  connect2:
    'Öffnen Sie Websites, Website hinzufügen. Geben Sie die Adresse sowie Anmeldename und Passwort eines Administrators ein. Das Passwort wird einmal verwendet und nie gespeichert.',
  connect3: 'Die erste Synchronisierung liest Versionen, Plugins, Themes und Aktualisierungen.',
  connect4: 'Für viele Websites importieren Sie eine Tabelle: Websites, Importieren.',
  updateTitle: 'Plugins, Themes und WordPress aktualisieren',
  updateIntro:
    'Jede Aktualisierung wird zuerst geplant, und die Website wird davor, danach und noch einige Minuten länger geprüft.',
  update1:
    'Öffnen Sie Aktualisierungen. Wählen Sie Elemente oder Websites und dann Aktualisieren: Der Plan zeigt, was installiert wird.',
  update2: 'Für viele Websites wählen Sie „In Wellen ausrollen“: Eine Welle startet nur, wenn die vorige gelungen ist.',
  update3: 'Automatische Aktualisierungen, Verzögerungen und Sperrzeiten legen Sie in den Aktualisierungsregeln fest.',
  update4:
    'Eine Website, die ihre Prüfungen nicht besteht, erhält ihre alte Version zurück, wo das möglich ist. Der Verlauf zeigt, was festgestellt wurde, auch später, und „Heute“ listet, was Sie tun müssen.',
  update5:
    'Soll auch die Verwaltung geprüft werden, schalten Sie in einer Regel „Dashboard von WordPress, angemeldet“ ein. Flotilla meldet sich dann vor und nach Aktualisierungen an und beendet die Sitzung, die es geöffnet hat. Sicherheits-Plugins, die jede Anmeldung melden, senden dann vielleicht eine E-Mail.',
  vulnerabilitiesTitle: 'Eine Sicherheitslücke auf allen Websites beheben',
  vulnerabilitiesIntro: 'Sicherheit zeigt bekannte Sicherheitslücken Ihrer Websites, die dringendsten zuerst.',
  vulnerabilities1:
    'Richten Sie eine Quelle ein: Einstellungen, Erweitert, Quellen für Sicherheitslücken. Ohne Quelle kann Flotilla keine finden.',
  vulnerabilities2:
    'Öffnen Sie eine Sicherheitslücke und entscheiden Sie einmal für alle Websites: aktualisieren, deaktivieren, ersetzen oder das Risiko akzeptieren.',
  vulnerabilities3: 'Im Notfall geben Sie unter Sicherheit, Notfall eine CVE-Nummer oder einen Plugin-Namen ein.',
  vulnerabilities4: 'Der PDF-Nachweis zeigt jede betroffene Website, jede Entscheidung und die Zeiten.',
  uptimeTitle: 'Verfügbarkeit überwachen und Meldungen erhalten',
  uptimeIntro: 'Jede Website hat einen Monitor. Ein Vorfall beginnt, wenn mehrere Prüfungen nacheinander fehlschlagen.',
  uptime1: 'Öffnen Sie Monitore und schalten Sie die Überwachung für alle Websites ein.',
  uptime2: 'Fügen Sie unter Benachrichtigungen einen Kanal hinzu: E-Mail, Slack, Teams, Telegram und andere.',
  uptime3: 'Eine Regel bestimmt Ereignisse, Ruhezeiten und Eskalation eines Kanals.',
  uptime4: 'Bestätigen, verteilen und lösen Sie Vorfälle auf ihrer Seite.',
  maintenanceTitle: 'Wartung ankündigen',
  maintenanceIntro:
    'Während angekündigter Wartung werden keine Meldungen gesendet, und die Zeit zählt nicht als Ausfall.',
  maintenance1:
    'Öffnen Sie Wartung und fügen Sie ein Fenster für alle Websites, ein Schlagwort, einen Kunden oder eine Website hinzu.',
  maintenance2: 'Wählen Sie einmalig oder wöchentlich, mit Zeitzone.',
  maintenance3: 'Beenden Sie ein Fenster vorzeitig, wenn die Arbeit getan ist.',
  reportsTitle: 'Berichte an Kunden senden',
  reportsIntro:
    'Ein Bericht zeigt Verfügbarkeit, Aktualisierungen, Sicherheit, Backups und Arbeit eines Zeitraums, mit Ihrem Logo und in der Sprache des Kunden.',
  reports1: 'Logo, Farben und Texte legen Sie unter Berichte, Branding und Texte fest.',
  reports2: 'Wählen Sie Kunde und Zeitraum und prüfen Sie die Vorschau.',
  reports3: 'Senden Sie ihn per E-Mail, oder planen Sie ihn monatlich auf der Seite des Kunden.',
  reports4: 'Texte oder Sprache für einen einzelnen Kunden ändern Sie auf seiner Seite unter Gestaltung und Sprache.',
  groupsTitle: 'Mit vielen Websites zugleich arbeiten',
  groupsIntro: 'Schlagwörter, Kunden und gespeicherte Ansichten gruppieren Websites.',
  groups1: 'Filtern Sie die Liste der Websites und speichern Sie die Filter als Ansicht.',
  groups2:
    'Wählen Sie Websites oder alle passenden und dann eine Aktion: synchronisieren, aktualisieren, verschlagworten, sperren.',
  groups3: 'Der Plan zeigt vorher, welche Websites geändert und welche übersprungen werden.',
  groups4: 'Strg-K findet Websites, Kunden und Seiten und führt Befehle wie „update woo“ aus.',
  billingTitle: 'Zeit, Kontingente und Kosten erfassen',
  billingIntro: 'Arbeit und Kosten gehören zu Kunden und erscheinen in deren Berichten.',
  billing1: 'Starten Sie einen Timer, oder tragen Sie die Zeit einer Aufgabe nachträglich ein.',
  billing2: 'Ein Kontingent ist eine Stundenzahl je Zeitraum; der Stand zeigt, was übrig ist.',
  billing3: 'Tragen Sie Lizenzen und Hosting unter Kosten ein, um Verlängerungen rechtzeitig zu sehen.',
  teamTitle: 'Kollegen und Programme einladen',
  teamIntro: 'Jeder Benutzer hat eine Rolle und kann auf Kunden, Schlagwörter oder Websites beschränkt werden.',
  team1: 'Öffnen Sie Zugang und laden Sie einen Kollegen per E-Mail ein.',
  team2: 'Verlangen Sie einen zweiten Faktor unter Einstellungen, Allgemein.',
  team3: 'Erstellen Sie für jedes Programm einen API-Schlüssel. Ein Schlüssel hat nie mehr Rechte als sein Besitzer.',
  team4: 'Das Protokoll zeigt, wer was getan hat.',
  moveTitle: 'Von einem anderen Dashboard umziehen, sichern, exportieren',
  moveIntro: 'Ziehen Sie mit allen Websites um, ohne sie neu zu verbinden.',
  move1: 'Erstellen Sie unter Einzug das Exportskript und führen Sie es im alten Dashboard aus.',
  move2:
    'Laden Sie die Datei hoch, prüfen Sie den Plan, importieren und vergleichen Sie. Übernehmen Sie dann die Websites.',
  move3:
    'Richten Sie unter Sicherung von Flotilla die tägliche Sicherung ein, oder führen Sie „flotilla backup“ auf dem Server aus.',
  move4: 'Sie können jederzeit alles exportieren: Einzug, Alles exportieren.',
} satisfies Translation<typeof docsTexts>
