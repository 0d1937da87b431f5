-- What a search of sites looks through, apart from the rest of their rows: these are wide with keys and facts, and every
-- sync writes them anew with an entry for each three letters. Here a page holds ten times as many sites, and only a new
-- name or address writes.
create table site_words (
  site_id bigint primary key references sites on delete cascade,
  url text not null,
  name text not null,
  words text not null generated always as (name || ' ' || lower(url)) stored
);
insert into site_words (site_id, url, name) select id, url, lower(name) from sites order by url, id;
create index site_words_by_url on site_words (url, site_id);
create index site_words_by_name on site_words (name, site_id);
create index site_words_search on site_words using gin (words gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 256);
drop index sites_search;

create function keep_site_words() returns trigger language plpgsql as $$
begin
  insert into site_words (site_id, url, name) values (new.id, new.url, lower(new.name))
  on conflict (site_id) do update set url = excluded.url, name = excluded.name;
  return null;
end $$;

create trigger site_words_added after insert on sites for each row execute function keep_site_words();
create trigger site_words_changed after update of url, name on sites for each row
  when (old.url <> new.url or old.name <> new.name) execute function keep_site_words();

-- Known from the first question on.
analyze site_words;
