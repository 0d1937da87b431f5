-- oldest-code: 0.2.0
-- One lease column for all durable work; 0.2.0 uses due_at, which this release writes too.
alter table webhook_deliveries add column leased_by text, add column leased_until timestamptz;
alter table channel_messages add column leased_by text, add column leased_until timestamptz;
