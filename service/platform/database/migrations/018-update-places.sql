-- Updates that run at the same time, over all processes: each has a place. A holder that died stops renewing its own.
create table update_places (
  place integer primary key,
  holder uuid not null,
  held_until timestamptz not null
);
