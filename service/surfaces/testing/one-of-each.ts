/** The ids in generated input: the first of everything. */
export const oneOfEach = `
  insert into clients (id, name, email, created_at, updated_at) values (1, 'Harbour', 'ada@example.com', now(), now());
  insert into tags (id, name, created_at, updated_at) values (1, 'Boats', now(), now());
  insert into sites (id, url, identity, name, admin_username, created_at, updated_at)
    values (1, 'https://shop.example/', 'shop.example', 'Shop', 'ada', now(), now());
  insert into notification_webhooks (id, url, secret, kinds, created_at) values (1, 'https://hook.example/', 'sealed', '{down}', now());
  insert into monitor_incidents (id, site_id, started_at, cause_code, cause, down_count) overriding system value
    values (1, 1, now(), 'timeout', 'No answer', 1);
  insert into mail_server (host, port, tls, user_name, sender, changed_at)
    values ('mail.example', 587, 'starttls', '', 'care@northwind.example', now());
  insert into maintenance_windows (id, title, weekdays, start_time, duration_minutes, time_zone, planned_until, created_by, created_at, updated_at)
    values (1, 'Updates of the server', '{1}', '03:00', 60, 'UTC', now(), 'ada', now(), now());
  insert into notification_channels (id, name, service, target, shown, owner_kind, created_at)
    values (1, 'Mail', 'email', 'sealed', 'ops@example.com', 'system', now());
  insert into notification_rules (id, channel_id, name, created_at) values (1, 1, 'All', now());
  insert into jobs (id, kind, operation, actor, total, created_at) values (1, 'sync', 'sync-site', '{"name": "ada"}', 1, now());
  insert into client_fields (id, name, created_at) values (1, 'VAT number', now());
  insert into costs (id, name, price, created_at, updated_at) values (1, 'Hosting', 10, now(), now());
  insert into cost_targets (cost_id, site_id) values (1, 1);
  insert into cost_choices (kind, slug, title, created_at, updated_at)
    select kind, 'hello-dolly', 'Dolly', now(), now() from (values ('product-type'), ('payment-method')) as kinds (kind);
  insert into time_buckets (id, title, seconds, starts_on, created_at, updated_at) values (1, 'Support', 3600, now(), now(), now());
  insert into time_tasks (id, title, timer_mode, date, timer, created_by, created_at, updated_at)
    values (1, 'Fix', 'count_up', now(), 'running', 'ada', now(), now());
  insert into update_policies (id, scope, site_id, rules, updated_at, updated_by) overriding system value
    values (1, 'site', 1, '{"patch": "ask"}', now(), 'ada');
  insert into held_releases (id, type, slug, version, name, reason, held_at) overriding system value
    values (1, 'plugin', 'shop/shop.php', '2.0', 'Shop', 'it failed on 3 sites.', now());
  insert into packages (id, upload_id, state, file_name, bytes, slug, name, version, user_name, created_at, used_at) overriding system value
    values (1, 'one', 'ready', 'forms.zip', 1, 'forms/forms.php', 'Forms', '1.0', 'ada', now(), now());
  insert into vulnerability_records (id, identity, kind, slug, title, severity, seen_at) overriding system value
    values (1, 'plugin shop CVE-2026-0001', 'plugin', 'shop', 'Stored XSS', 'high', now()),
      (2, 'plugin shop CVE-2026-0002', 'plugin', 'shop', 'SQL injection', 'high', now());
  insert into vulnerability_acceptances (id, record_id, reason, accepted_by, accepted_at) overriding system value
    values (1, 2, 'Not reachable', 'ada', now());
  insert into vulnerability_findings (record_id, site_id, is_active, kind, slug, name, version, sources, first_seen_at, acceptance_id)
    values (1, 1, true, 'plugin', 'shop/shop.php', 'Shop', '1.0', '{file}', now(), null),
      (2, 1, true, 'plugin', 'shop/shop.php', 'Shop', '1.0', '{file}', now(), 1);
  insert into rollouts (id, name, status, actor, user_name, created_at, starts_at) overriding system value
    values (1, 'Shop 2.0', 'running', '{"name": "ada"}', 'ada', now(), now()), (2, 'Shop 2.1', 'paused', '{"name": "ada"}', 'ada', now(), now());
  insert into rollout_waves (rollout_id, position, name, soak_minutes, budget, total) values (1, 0, 'All', 0, 1, 1), (2, 0, 'All', 0, 1, 1);
  insert into rollout_steps (rollout_id, position, wave, site_id, site_name, site_url, items, run)
    select id, 0, 0, 1, 'Shop', 'https://shop.example/', '[{"type": "plugin", "slug": "shop/shop.php", "name": "Shop", "from": "1", "to": "2"}]',
      gen_random_uuid() from rollouts;
`
