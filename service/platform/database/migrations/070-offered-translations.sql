-- oldest-code: 0.2.0
-- Sites report of a translation only the version that is offered. It was stored as the current one.
update site_updates set new_version = current_version, current_version = ''
  where type = 'translation' and new_version = '' and current_version <> '';
