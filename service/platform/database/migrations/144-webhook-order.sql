-- oldest-code: 0.2.0
-- Claiming deliveries walks the open ones of an endpoint in order and stops after a few.
create index webhook_deliveries_open on webhook_deliveries (webhook_id, position) where state in ('waiting', 'sending');
