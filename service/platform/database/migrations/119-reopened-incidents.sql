-- oldest-code: 0.2.0
alter table incident_entries drop constraint incident_entries_kind_check;
alter table incident_entries add constraint incident_entries_kind_check
  check (kind in ('acknowledged', 'assigned', 'note', 'resolved', 'reopened', 'report_text'));
