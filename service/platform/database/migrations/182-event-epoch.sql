-- oldest-code: 0.2.0
-- A restore rewinds the positions of events and begins a new epoch. No row: no backup was restored since 0.3.0.
create table event_epoch (
  id integer primary key default 1 check (id = 1),
  epoch text not null check (epoch ~ '^[0-9a-f]{8}$')
);
