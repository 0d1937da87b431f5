-- Sites whose updates must be counted anew after a rule for every site changed: noted with the rule, gone with the count.
-- A site may stand here twice: whoever notes one never waits for whoever counts.
create table update_recounts (
  id bigint generated always as identity primary key,
  site_id bigint not null
);
