-- oldest-code: 0.2.0
-- Who made a key. What a key made ends with it; what a person made can be found and switched off when their account is recovered.
alter table api_keys add column made_by_user_id bigint references users on delete set null;
alter table api_keys add column made_by_key_id bigint references api_keys on delete cascade;
create index api_keys_made_by_user on api_keys (made_by_user_id) where made_by_user_id is not null;
create index api_keys_made_by_key on api_keys (made_by_key_id) where made_by_key_id is not null;
