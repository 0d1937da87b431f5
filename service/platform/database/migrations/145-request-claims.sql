-- oldest-code: 0.2.0
-- Requests that run once: `digest` of a credential and its Idempotency-Key, or of the resource that a conditional edit changes.
create table request_claims (
  digest bytea primary key,
  -- Of the operation and its input, keyed with the Idempotency-Key, which is not stored.
  fingerprint bytea not null,
  -- running; changed: the change is committed, its answer is not known yet; done: `answer` is kept
  state text not null default 'running' check (state in ('running', 'changed', 'done')),
  holder uuid not null,
  lease_until timestamptz not null,
  -- Sealed, because answers can have secrets; null if it cannot be kept.
  answer text,
  created_at timestamptz not null
);
create index request_claims_created_at on request_claims (created_at);
