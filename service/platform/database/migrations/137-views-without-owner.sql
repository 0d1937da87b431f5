-- oldest-code: 0.2.0
-- A shared view stays when the user who saved it is deleted; a private one is deleted.
alter table views alter column user_id drop not null;
alter table views drop constraint views_user_id_fkey;
alter table views add constraint views_user_id_fkey foreign key (user_id) references users (id) on delete set null;
create function delete_private_views() returns trigger language plpgsql as $$
begin
  delete from views where user_id = old.id and not shared;
  return old;
end $$;
create trigger delete_private_views before delete on users for each row execute function delete_private_views();

-- A shared view is also the target of an update policy; it cannot be deleted then.
alter table update_policies add column view_id bigint references views (id);
alter table update_policies drop constraint update_policies_scope_check;
alter table update_policies add constraint update_policies_scope_check
  check (scope in ('fleet', 'tag', 'view', 'client', 'site', 'item'));
alter table update_policies add constraint update_policies_view_check check ((scope = 'view') = (view_id is not null));
create unique index update_policies_view on update_policies (view_id) where view_id is not null;
