-- The picture of a site, small and of a kind that holds nothing but pixels; without content: the site has none, or none we take.
create table site_icons (
  site_id integer primary key references sites on delete cascade,
  next_at timestamptz not null,
  -- Where the site was when its picture was asked for; a site that has moved is asked anew.
  site_url text,
  source_url text,
  media_type text,
  content bytea check (length(content) <= 65536),
  constraint picture_is_whole check ((media_type is null) = (content is null))
);
create index site_icons_due on site_icons (next_at);
