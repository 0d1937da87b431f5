-- oldest-code: 0.2.0
-- When the next guess is accepted: guessing is slowed down, not locked out.
alter table failed_guesses add column next_at timestamptz;

-- Browsers from which a person has signed in: strangers' failures do not slow these down.
create table known_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index known_devices_user on known_devices (user_id, last_used_at);
