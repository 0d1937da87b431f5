import type { Translation } from '../texts/define-texts.ts'
import type { problemTexts } from './problem-texts.ts'

export default {
  svc_ability_not_found: 'Diese Funktion gibt es nicht.',
  svc_acceptance_not_found: 'Diese Risiko-Freigabe ist beendet, oder keine Ihrer Websites hat sie.',
  svc_activation_failed: 'Die Website hat es nicht aktiviert: {detail}',
  svc_address_changed: 'Die Adresse der Website wurde geändert. Verbinden Sie die Website neu.',
  svc_admin_unknown:
    'Der Administrator, den Flotilla auf der Website verwendet, wurde entfernt oder hat die Rolle verloren. Geben Sie den Anmeldenamen eines anderen Administrators an.',
  svc_algorithm_refused:
    'Die Website lehnt die Signatur von Flotilla ab. Trennen Sie die Website und verbinden Sie sie neu.',
  svc_already_connected:
    'Die Website ist mit einem anderen Dashboard verbunden. Trennen Sie sie zuerst in den Einstellungen des Connector-Plugins.',
  svc_already_exists: 'Dieser Name oder diese E-Mail-Adresse ist vergeben. Wählen Sie einen anderen Wert.',
  svc_already_linked:
    'Dieses Konto oder dieser Benutzer ist bereits verknüpft. Entfernen Sie zuerst die andere Verknüpfung.',
  svc_answer_too_large: 'Die Antworten aller Websites zusammen sind zu groß. Wählen Sie weniger Websites.',
  svc_api_version_gone: 'Diese Version der API ist nicht verfügbar.',
  svc_application_password_not_found: 'Dieses Anwendungspasswort gibt es nicht mehr.',
  svc_approval_ended: 'Diese Anfrage ist beendet: {detail}',
  svc_approval_not_found: 'Diese Anfrage zur Freigabe gibt es nicht, oder Sie dürfen sie nicht sehen.',
  svc_approval_required: 'Das braucht die Freigabe einer Person.',
  svc_audit_failed: 'Die Seite konnte nicht geprüft werden: {detail}',
  svc_backup_ended: 'Diese Sicherung oder Prüfung ist beendet. Starten Sie eine neue.',
  svc_backup_failed: 'Die Sicherung von Flotilla ist fehlgeschlagen: {detail}',
  svc_backup_not_configured:
    'Sicherungen von Flotilla sind nicht eingerichtet. Die Seite „Sicherung von Flotilla“ zeigt, was fehlt.',
  svc_backup_not_found: 'Diese Sicherung von Flotilla ist nicht mehr gespeichert.',
  svc_backup_running: 'Eine Sicherung von Flotilla oder eine Prüfung läuft. Warten Sie, bis sie beendet ist.',
  svc_browser_failed: 'Der Browser des Servers wurde beendet oder brauchte zu lange. Versuchen Sie es erneut.',
  svc_browser_missing: 'Auf dem Server fehlt ein nutzbares Chromium, das hierfür nötig ist: {detail}',
  svc_bulk_plan_not_found:
    'Dieser Plan ist älter als 15 Minuten oder gehört einem anderen Benutzer. Erstellen Sie einen neuen.',
  svc_bulk_plan_outdated:
    'Keine Website dieses Plans ist mehr vorhanden, oder Sie dürfen sie nicht mehr nutzen. Erstellen Sie einen neuen Plan.',
  svc_busy: 'Viele Personen melden sich gerade an. Versuchen Sie es in einigen Sekunden erneut.',
  svc_canary_required: 'WordPress selbst kann nicht zurückgesetzt werden. Verkleinern Sie die erste Welle.',
  svc_cancelled: 'Dies wurde abgebrochen, bevor die Website antwortete.',
  svc_cannot_transfer:
    'Die Einträge können nicht an diesen Benutzer übergeben werden. Wählen Sie einen anderen aktiven Benutzer.',
  svc_category_not_found: 'Diese Kategorie gibt es nicht.',
  svc_change_unconfirmed:
    'Während dieser Änderung fiel die Datenbank aus; ob sie erfolgt ist, ist unbekannt. Prüfen Sie das Ergebnis, bevor Sie sie wiederholen.',
  svc_channel_failed: 'Der Kanal hat die Nachricht nicht angenommen: {detail}',
  svc_channel_not_found: 'Diesen Benachrichtigungskanal gibt es nicht mehr.',
  svc_checks_failed:
    'Die Aktualisierung wurde installiert, aber die Website hat ihre Prüfungen nicht bestanden: {detail}',
  svc_child_not_found:
    'Das Connector-Plugin (MainWP Child) hat nicht geantwortet. Prüfen Sie, ob es installiert und aktiv ist und ob die Adresse zu WordPress führt.',
  svc_child_outdated: 'Das Connector-Plugin der Website ist dafür zu alt. Aktualisieren Sie es dort.',
  svc_client_field_not_found: 'Dieses Kundenfeld gibt es nicht mehr.',
  svc_client_not_found: 'Diesen Kunden gibt es nicht mehr, oder Sie dürfen ihn nicht sehen.',
  svc_comment_not_found: 'Die Website hat diesen Kommentar nicht mehr.',
  svc_confirmation_required: 'Dies kann nicht rückgängig gemacht werden und braucht eine Bestätigung.',
  svc_connection_failed: 'Die Website war nicht erreichbar: {detail}',
  svc_cost_not_found: 'Diese Kosten gibt es nicht mehr.',
  svc_database_unavailable: 'Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es in einigen Sekunden erneut.',
  svc_deactivation_failed: 'Die Website hat es nicht deaktiviert: {detail}',
  svc_deletion_failed: 'Die Website hat es nicht gelöscht: {detail}',
  svc_directory_unavailable: 'Das WordPress-Verzeichnis ist gerade nicht lesbar. Versuchen Sie es später erneut.',
  svc_directory_unknown:
    'Das WordPress-Verzeichnis hat nicht geantwortet; die korrigierte Version ist darum nicht bekannt. Versuchen Sie es später erneut.',
  svc_domain_not_applicable: 'Die Adresse dieser Website hat keine registrierte Domain.',
  svc_download_failed: 'Die Website konnte die Aktualisierung nicht herunterladen. Es wurde nichts geändert.',
  svc_download_not_found: 'Dieser Download-Link wurde benutzt oder ist abgelaufen.',
  svc_dump_refused: 'Die Datei kann nicht verwendet werden: {detail}',
  svc_erasure_in_progress: 'Dieser Kunde wird bereits gelöscht. Unter Aufträge sehen Sie den Fortschritt.',
  svc_erasure_not_found: 'Diese Löschung gibt es nicht.',
  svc_erasure_plan_outdated: 'Die Anzahl der Websites dieses Kunden hat sich geändert. Prüfen Sie den Plan erneut.',
  svc_export_file_refused: 'Die Exportdatei wurde abgelehnt: {detail}',
  svc_export_in_progress: 'Ein anderer Export läuft. Versuchen Sie es erneut, wenn er beendet ist.',
  svc_export_script_not_found:
    'Dieses Exportskript wurde benutzt oder gelöscht oder ist älter als 7 Tage. Erstellen Sie ein neues und exportieren Sie erneut.',
  svc_factor_not_found: 'Es ist keine Authenticator-App eingerichtet.',
  svc_factor_setup_required: 'Ihr Konto braucht einen zweiten Faktor. Richten Sie ihn unter Mein Konto ein.',
  svc_feed_not_configured:
    'Es ist keine Quelle für bekannte Sicherheitslücken eingerichtet. Fügen Sie in den Einstellungen eine hinzu.',
  svc_feed_not_read: 'Die Quelle für bekannte Sicherheitslücken konnte nicht gelesen werden: {detail}',
  svc_feed_read_too_soon: 'Der Anbieter erlaubt eine Abfrage in 30 Minuten. Versuchen Sie es später erneut.',
  svc_firewall:
    'Eine Firewall oder der Webserver der Website blockiert Flotilla. Lassen Sie die Adresse dieses Servers dort zu.',
  svc_guard_required:
    'Die Aktualisierungsregel erlaubt diese Aktualisierung nur mit automatischer Rücksetzung, die hier nicht möglich ist: {detail}',
  svc_held_release_not_found: 'Diese Version wird nicht mehr zurückgehalten.',
  svc_http_auth_required:
    'Der Webserver der Website verlangt Benutzername und Passwort. Tragen Sie beide in den Verbindungseinstellungen der Website ein.',
  svc_icon_not_found: 'Diese Website hat kein Icon.',
  svc_identity_confirmation_required:
    'Bestätigen Sie Ihre Identität mit Ihrem Passwort oder zweiten Faktor, um fortzufahren.',
  svc_identity_not_found: 'Ihr Benutzer ist mit keinem Konto beim Identitätsanbieter verknüpft.',
  svc_identity_provider_failed: 'Single Sign-on ist fehlgeschlagen: {detail}',
  svc_import_row_not_found: 'Diese Zeile wurde importiert oder ist älter als drei Tage. Importieren Sie sie erneut.',
  svc_inbox_item_not_found: 'Dieser Eintrag ist erledigt, oder Sie dürfen ihn nicht sehen.',
  svc_incident_not_found: 'Diesen Vorfall gibt es nicht, oder Sie dürfen ihn nicht sehen.',
  svc_incident_not_resolved: 'Dieser Vorfall ist nicht gelöst und kann deshalb nicht wieder geöffnet werden.',
  svc_internal_error: 'Ein interner Fehler ist aufgetreten. Das Protokoll des Dienstes enthält die Einzelheiten.',
  svc_invalid_input: 'Prüfen Sie Ihre Eingabe: {detail}',
  svc_invalid_slug:
    'Unter diesem Namen gibt es im WordPress-Verzeichnis kein Plugin oder Theme. Laden Sie stattdessen die ZIP-Datei hoch.',
  svc_invalid_url: 'Das ist keine Adresse einer Website. Beispiel: https://one.example/',
  svc_invitation_not_found: 'Diese Einladung wurde angenommen oder zurückgezogen.',
  svc_is_connector: 'Das ist das Connector-Plugin. Flotilla braucht es, um die Website zu verwalten.',
  svc_item_missing: 'Die Aktualisierung wurde installiert, aber das Plugin oder Theme ist nicht mehr auf der Website.',
  svc_job_is_over: 'Dieser Auftrag ist beendet; es gibt nichts mehr abzubrechen.',
  svc_job_not_found: 'Diesen Auftrag gibt es nicht, oder Sie dürfen ihn nicht sehen.',
  svc_key_not_found: 'Diesen API-Schlüssel gibt es nicht mehr.',
  svc_answered_as_another_site:
    'Unter der Adresse dieser Website hat ein anderes WordPress geantwortet: Webserver oder DNS führen zur falschen Website. Flotilla versucht es bei jeder Synchronisierung wieder.',
  svc_key_refused: 'Die Website akzeptiert den Schlüssel von Flotilla nicht mehr. Verbinden Sie sie neu.',
  svc_key_shared:
    'Ein anderes Dashboard hat ebenfalls den Schlüssel dieser Website. Übernehmen Sie die Website unter Einzug.',
  svc_last_administrator:
    'Das ist der letzte aktive Administrator. Machen Sie zuerst einen anderen Benutzer zum Administrator.',
  svc_link_not_found:
    'Dieser Link wurde benutzt, ersetzt oder zurückgezogen oder ist abgelaufen. Fordern Sie einen neuen an.',
  svc_login_ended: 'Dieser Code ist unbekannt, verwendet oder älter als 10 Minuten. Beginnen Sie im Terminal neu.',
  svc_login_link_used:
    'Dieser Link wurde benutzt, ist älter als eine Minute oder gehört zu einer anderen Sitzung. Öffnen Sie die Verwaltung erneut.',
  svc_login_password_refused:
    'Konten mit zweitem Faktor können sich hier nicht mit dem Passwort anmelden. Verwenden Sie ein Anwendungspasswort.',
  svc_login_pending: 'Dieser Code wurde noch nicht bestätigt.',
  svc_lookup_failed: 'Die Registrierungsstelle der Domain konnte nicht gelesen werden: {detail}',
  svc_mail_failed: 'Die E-Mail konnte nicht gesendet werden: {detail}',
  svc_mail_not_configured:
    'Es ist kein Mailserver eingerichtet. Tragen Sie ihn in den Einstellungen ein oder setzen Sie SMTP_URL.',
  svc_maintenance: 'Die Website ist im Wartungsmodus. Versuchen Sie es in einer Minute erneut.',
  svc_maintenance_not_found: 'Dieses Wartungsfenster gibt es nicht mehr.',
  svc_managed_by_host: 'Der Hoster dieser Website aktualisiert WordPress selbst, deshalb tut Flotilla es nicht.',
  svc_method_not_allowed: 'Das ist unter dieser Adresse nicht möglich.',
  svc_module_not_available: 'Dieses Modul ist ausgeschaltet. Ein Administrator kann es unter Module einschalten.',
  svc_move_in_not_found: 'Diesen Upload gibt es nicht mehr.',
  svc_move_in_not_ready: 'Die Exportdatei ist noch nicht vollständig. Laden Sie zuerst die übrigen Teile hoch.',
  svc_must_use: 'Das ist ein Must-use-Plugin: Es ist immer aktiv und kann nur auf dem Server entfernt werden.',
  svc_no_answer_in_time: 'Die Website hat nicht rechtzeitig geantwortet. Versuchen Sie es mit ihr allein oder später.',
  svc_no_effect: 'Die Website meldete Erfolg, hat aber noch die alte Version.',
  svc_no_fixed_version:
    'Keine neuere Version behebt das. Deaktivieren oder löschen Sie es, oder akzeptieren Sie das Risiko.',
  svc_no_matching_group: 'Ihr Konto gehört zu keiner Gruppe mit Zugang zu Flotilla. Fragen Sie einen Administrator.',
  svc_no_reconnect_token:
    'Die Website hat kein Token für einen neuen Schlüssel geliefert. Verbinden Sie sie mit dem Passwort des Administrators neu.',
  svc_no_replacement: 'Es gibt keinen brauchbaren Ersatz: {detail}',
  svc_no_route: 'Diese Seite gibt es nicht.',
  svc_not_applied: 'Die Website meldete Erfolg, aber die Änderung ist nicht vorhanden: {detail}',
  svc_not_found_on_site: 'Die Website hat das nicht mehr.',
  svc_not_installed: 'Das ist auf der Website nicht installiert. Synchronisieren Sie die Website.',
  svc_not_offered: 'Die Website bietet die korrigierte WordPress-Version noch nicht an. Synchronisieren Sie sie.',
  svc_not_rolled_back: 'Die alte Version wurde nicht wiederhergestellt: {detail}',
  svc_nothing_to_accept: 'Keine betroffene Website ist offen; es gibt nichts zu akzeptieren.',
  svc_nothing_to_compare: 'Es gibt keine Exportdatei der letzten 180 Tage zum Vergleichen. Laden Sie zuerst eine hoch.',
  svc_nothing_to_do: 'Hier ist nichts zu tun: {detail}',
  svc_nothing_to_fix: 'Es wurde nichts gestartet: {detail}',
  svc_nothing_to_report: 'Es gibt keine Websites für den Bericht. Weisen Sie dem Kunden zuerst eine Website zu.',
  svc_nothing_to_retry: 'Dieser Auftrag hat keine fehlgeschlagenen Websites, die wiederholt werden können.',
  svc_nothing_to_roll_back:
    'Es gibt nichts zurückzusetzen: Es wurde nichts installiert, es wurde schon zurückgesetzt, oder eine Rücksetzung läuft.',
  svc_nothing_to_roll_out:
    'Keine Aktualisierung passt: Auf diesen Websites ist keine verfügbar, oder Aktualisierungsregeln erlauben sie nicht.',
  svc_nothing_to_take_over: 'Bei dieser Website gibt es nichts zu übernehmen: {detail}',
  svc_nothing_to_update: 'Die Website hat keine solche Aktualisierung: {detail}',
  svc_origin_unconfirmed: 'Es ist nicht bekannt, ob dies aus dem WordPress-Verzeichnis stammt: {detail}',
  svc_other_software: 'Unter diesem Namen wurde andere Software installiert: {detail}',
  svc_outcome_unknown:
    'Es ist nicht bekannt, ob dies geschehen ist. Prüfen Sie die Website, bevor Sie es wiederholen. {detail}',
  svc_overloaded:
    'Der Dienst ist überlastet und hat dies nicht ausgeführt. Versuchen Sie es in einigen Sekunden erneut.',
  svc_own_administrator:
    'Das ist der Administrator, den Flotilla auf der Website verwendet. Verbinden Sie die Website zuerst mit einem anderen.',
  svc_package_not_fetched:
    'Die Website konnte die ZIP-Datei nicht von Flotilla herunterladen. Prüfen Sie, ob ihr Server die Adresse von Flotilla erreicht.',
  svc_package_not_found: 'Dieses Paket gibt es nicht mehr, oder Sie dürfen es nicht sehen.',
  svc_package_refused: 'Die ZIP-Datei kann nicht verwendet werden: {detail}',
  svc_package_storage_full:
    'Für weitere Pakete ist kein Platz. Löschen Sie zuerst Pakete, die nicht mehr gebraucht werden.',
  svc_parity_report_not_found: 'Es gibt noch keinen Vergleich mit diesem Dashboard.',
  svc_passkey_not_found: 'Diesen Passkey gibt es nicht mehr.',
  svc_passkey_refused:
    'Dieser Passkey wurde nicht akzeptiert: Er ist hier unbekannt, gehört zu einem anderen Konto oder brauchte zu lange. Versuchen Sie es erneut.',
  svc_passkeys_unavailable: 'Passkeys brauchen einen Hostnamen und eine verschlüsselte Verbindung (https).',
  svc_payment_method_not_found: 'Diese Zahlungsart gibt es nicht mehr.',
  svc_permission_denied: 'Sie dürfen das nicht: {detail}',
  svc_picture_not_found: 'Dieses Bild gibt es nicht.',
  svc_plain_http_refused:
    'Diese Adresse ist unverschlüsselt. Verwenden Sie https, oder nehmen Sie ihr Netz in ALLOW_NETWORKS auf.',
  svc_plan_changed: 'Der Plan hat sich seit der Anzeige geändert. Prüfen Sie ihn erneut, bevor Sie starten.',
  svc_plan_too_large: 'Es sind zu viele Ziele, um sie auf einmal zu zeigen. Wählen Sie weniger.',
  svc_plugin_active: 'Dieses Plugin ist aktiv. Deaktivieren Sie es zuerst.',
  svc_policy_not_found: 'Diese Aktualisierungsregel gibt es nicht mehr.',
  svc_post_locked: 'Ein anderer Benutzer bearbeitet das gerade auf der Website. Versuchen Sie es später erneut.',
  svc_post_too_large: 'Der Text ist zu groß, um von hier geändert zu werden. Ändern Sie ihn auf der Website.',
  svc_process_ended: 'Der Dienst wurde während dieser Änderung beendet; ob sie erfolgt ist, ist unbekannt.',
  svc_product_type_not_found: 'Diese Produktart gibt es nicht mehr.',
  svc_provider_sign_in_required:
    'Melden Sie sich bei Ihrem Identitätsanbieter an, oder fragen Sie einen Administrator: Ihr Zugang ist dort beendet oder wurde zu lange nicht bestätigt.',
  svc_public_url_missing:
    'Die Adresse von Flotilla (PUBLIC_URL) ist nicht gesetzt. Setzen Sie sie und starten Sie den Dienst neu.',
  svc_rate_limited: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es erneut.',
  svc_redirected: 'Die Website leitet auf eine andere Adresse weiter. Prüfen Sie ihre Adresse.',
  svc_registration_refused: 'Die Website hat die Verbindung abgelehnt: {detail}',
  svc_release_failed_before:
    'Diese Version ist auf einer Website bereits gescheitert. Wählen Sie sie aus, um sie dennoch zu installieren: {detail}',
  svc_release_held:
    'Diese Version ist auf anderen Websites fehlgeschlagen und wird zurückgehalten. Geben Sie sie unter Rollouts frei.',
  svc_request_timeout: 'Die Anfrage kam nicht rechtzeitig an. Versuchen Sie es erneut.',
  svc_request_too_large: 'Das ist zu groß. Senden Sie weniger auf einmal.',
  svc_role_in_use: 'Benutzer haben diese Rolle. Geben Sie ihnen zuerst eine andere.',
  svc_role_not_found: 'Diese Rolle gibt es nicht mehr.',
  svc_rolled_back:
    'Die Aktualisierung konnte nicht installiert werden; WordPress hat die alte Version wiederhergestellt.',
  svc_rollout_not_found: 'Diesen Rollout gibt es nicht, oder Sie dürfen ihn nicht sehen.',
  svc_rollout_status: 'Der Rollout ist in einem Status, in dem das nicht möglich ist. Laden Sie die Seite neu.',
  svc_rule_not_found: 'Diese Benachrichtigungsregel gibt es nicht mehr.',
  svc_screenshot_not_found:
    'Dieses Bild gibt es nicht: Die Website wurde nicht im Browser geprüft, oder das Bild wurde nach 30 Tagen gelöscht.',
  svc_second_factor_required: 'Geben Sie Ihren zweiten Faktor ein, um sich anzumelden.',
  svc_session_not_found: 'Diese Sitzung ist bereits beendet.',
  svc_sign_in_not_found:
    'Diese Anmeldung wurde beendet, in einem anderen Browser begonnen oder dauerte länger als 10 Minuten. Beginnen Sie erneut.',
  svc_single_sign_on_off: 'Single Sign-on ist nicht verfügbar: {detail}',
  svc_site_already_exists: 'Diese Website ist nicht neu: {detail}',
  svc_site_busy: 'Auf dieser Website oder ihrem Server läuft eine andere Änderung. Versuchen Sie es gleich erneut.',
  svc_site_disconnected: 'Die Website ist nicht verbunden. Verbinden Sie sie zuerst neu.',
  svc_site_error: 'Die Website antwortete mit einem Fehler: {detail}',
  svc_site_not_checked:
    'Die Aktualisierung wurde installiert, aber die Website konnte danach nicht geprüft werden. Prüfen Sie die Website.',
  svc_site_not_found: 'Diese Website gibt es nicht mehr, oder Sie dürfen sie nicht sehen.',
  svc_site_offline: 'Die Website ist offline: {detail}',
  svc_site_suspended: 'Die Website ist gesperrt. Entsperren Sie sie zuerst.',
  svc_skipped: 'Die Website hat dies übersprungen; ihr WordPress oder PHP ist vermutlich zu alt für die neue Version.',
  svc_still_running: 'Läuft noch. Der Auftrag zeigt das Ergebnis.',
  svc_still_there:
    'Die Website meldet das Problem weiterhin. Ändern Sie die Einstellung auf der Website oder fragen Sie den Hoster.',
  svc_storage_full:
    'Der Datenträger der Datenbank ist voll, es kann nichts gespeichert werden. Schaffen Sie Platz und versuchen Sie es erneut.',
  svc_sync_incomplete: 'Die Website hat nicht alles gesendet: {detail}',
  svc_tag_not_found: 'Dieses Schlagwort gibt es nicht mehr.',
  svc_theme_active: 'Dieses Theme wird verwendet und kann nicht gelöscht werden. Aktivieren Sie zuerst ein anderes.',
  svc_theme_not_found: 'Die Website hat dieses Theme nicht. Es wurde nichts geändert.',
  svc_time_bucket_not_found: 'Dieses Stundenkontingent gibt es nicht mehr.',
  svc_time_task_closed:
    'Diese Aufgabe ist abgeschlossen oder abgebrochen. Setzen Sie sie auf „in Arbeit“, um fortzufahren.',
  svc_time_task_not_found: 'Diese Aufgabe gibt es nicht mehr.',
  svc_timer_not_running: 'Der Timer dieser Aufgabe läuft nicht. Starten Sie ihn zuerst.',
  svc_timer_running: 'Ein anderer Timer läuft. Pausieren oder stoppen Sie ihn zuerst.',
  svc_too_many_export_scripts: 'Es gibt zu viele Exportskripte. Löschen Sie eines, das nicht mehr gebraucht wird.',
  svc_unauthorized: 'Sie sind nicht angemeldet, oder Anmeldename oder Passwort sind falsch.',
  svc_unreadable_answer: 'Die Website antwortete mit etwas, das Flotilla nicht lesen kann: {detail}',
  svc_unsupported_media_type: 'Diese Art von Datei oder Daten wird nicht angenommen.',
  svc_update_failed: 'Die Aktualisierung wurde nicht installiert: {detail}',
  svc_update_ignored: 'Diese Aktualisierung wird ignoriert. Heben Sie das zuerst auf.',
  svc_update_interrupted: 'Die Aktualisierung wurde unterbrochen, und die Website hat noch die alte Version.',
  svc_update_not_allowed: 'Eine Aktualisierungsregel erlaubt diese Aktualisierung nicht: {detail}',
  svc_update_not_found: 'Die Website hat diese Aktualisierung nicht mehr. Laden Sie die Liste neu.',
  svc_update_rolled_back:
    'Die Aktualisierung wurde installiert, die Website bestand ihre Prüfungen nicht, und die Aktualisierung wurde zurückgenommen: {detail}',
  svc_updates_busy:
    'Es werden gerade auf so vielen Websites Aktualisierungen installiert, wie die Einstellungen erlauben. Versuchen Sie es gleich erneut.',
  svc_user_disabled: 'Dieser Benutzer ist in Flotilla deaktiviert. Fragen Sie einen Administrator.',
  svc_user_not_found: 'Diesen Benutzer gibt es nicht mehr.',
  svc_user_order_not_found: 'Diese Anfrage wurde nach drei Tagen gelöscht. Senden Sie sie erneut.',
  svc_version_not_in_directory: 'Das WordPress-Verzeichnis hat die korrigierte Version nicht.',
  svc_version_not_installed: 'Die Website zeigt nach der Installation nicht die neue Version: {detail}',
  svc_view_exists: 'Sie haben bereits eine Ansicht mit diesem Namen. Wählen Sie einen anderen.',
  svc_view_in_use:
    'Für diese Ansicht gilt eine Aktualisierungsregel, deshalb bleibt sie geteilt. Löschen Sie zuerst die Regel.',
  svc_view_not_found: 'Diese Ansicht gibt es nicht, oder Sie dürfen sie nicht nutzen.',
  svc_vulnerability_not_found: 'Diese Sicherheitslücke ist nicht bekannt, oder keine Ihrer Websites hat sie.',
  svc_webhook_delivery_not_found: 'Diese Zustellung gibt es nicht, oder sie war ein Test.',
  svc_webhook_failed: 'Der Empfänger hat die Nachricht nicht angenommen: {detail}',
  svc_webhook_not_found: 'Diesen Webhook gibt es nicht mehr.',
  svc_webhook_off: 'Dieser Webhook ist ausgeschaltet. Schalten Sie ihn ein und senden Sie dann erneut.',
  svc_webhook_refused:
    'Die Signatur dieser Nachricht fehlt oder ist falsch. Tragen Sie an beiden Stellen dasselbe Geheimnis ein.',
  svc_wrong_address: 'Unter dieser Adresse gibt es kein WordPress. Prüfen Sie die Adresse der Website.',
  svc_wrong_code:
    'Dieser Code ist falsch, abgelaufen oder schon benutzt. Geben Sie den neuesten Code Ihrer Authenticator-App oder einen unbenutzten Wiederherstellungscode ein.',
  svc_wrong_password: 'Das aktuelle Passwort ist falsch. Es wurde nichts geändert.',
  svc_answer_not_kept: 'Das wurde bereits ausgeführt. Prüfen Sie das Ergebnis, bevor Sie es wiederholen.',
  svc_idempotency_key_reused: 'Diese Anfrage wurde schon für eine andere Änderung verwendet. Versuchen Sie es erneut.',
  svc_precondition_failed:
    'Das wurde geändert, seit Sie es geöffnet haben. Laden Sie die Seite neu und wiederholen Sie Ihre Änderung.',
  svc_request_in_progress: 'Dieselbe Änderung läuft noch. Versuchen Sie es in einigen Sekunden erneut.',
} satisfies Translation<typeof problemTexts>
