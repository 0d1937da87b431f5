-- oldest-code: 0.2.0
-- The browser that opened a session, as a readable name such as "Firefox on Windows" (service/domain/access/sessions/browser-name.ts).
alter table sessions add column browser text;
