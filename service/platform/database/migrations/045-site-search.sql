-- oldest-code: 0.2.0
alter table site_words rename to site_search;
alter table site_search rename column words to terms;
alter index site_words_pkey rename to site_search_pkey;
alter index site_words_by_url rename to site_search_by_url;
alter index site_words_by_name rename to site_search_by_name;
alter index site_words_search rename to site_search_terms;
alter table site_search rename constraint site_words_site_id_fkey to site_search_site_id_fkey;

drop trigger site_words_added on sites;
drop trigger site_words_changed on sites;
drop function keep_site_words();

create function update_site_search() returns trigger language plpgsql as $$
begin
  insert into site_search (site_id, url, name) values (new.id, new.url, lower(new.name))
  on conflict (site_id) do update set url = excluded.url, name = excluded.name;
  return null;
end $$;

create trigger site_search_inserted after insert on sites for each row execute function update_site_search();
create trigger site_search_updated after update of url, name on sites for each row
  when (old.url <> new.url or old.name <> new.name) execute function update_site_search();
