-- The daily digest of each day, noted before it is sent, so that nobody gets it twice. Days are those of the time zone that is set.
create table daily_digests (
  day date primary key,
  state text not null check (state in ('sending', 'sent', 'nothing', 'failed', 'refused')),
  begun_at timestamptz not null,
  problem text
);
