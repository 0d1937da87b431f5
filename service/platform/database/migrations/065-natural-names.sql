-- oldest-code: 0.2.0
-- Numbers in names sort by their value: 2 before 10.
create function natural_key(name text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(lower(name), '(\d+)', '000000000000\1', 'g'), '\d*(\d{12})', '\1', 'g');

create index sites_by_natural_name on sites (natural_key(name), id);
create index site_search_by_natural_name on site_search (natural_key(name), site_id);

-- RFC 3492, the part of a label after xn--.
create function decode_punycode(encoded text) returns text language plpgsql immutable strict parallel safe as $$
declare
  delimiter integer := length(encoded) - position('-' in reverse(encoded)) + 1;
  decoded text := '';
  position_in integer := 1;
  code_point integer := 128;
  place integer := 0;
  bias integer := 72;
  before integer;
  weight integer;
  step integer;
  digit integer;
  threshold integer;
  delta integer;
begin
  if position('-' in encoded) > 0 then
    decoded := left(encoded, delimiter - 1);
    position_in := delimiter + 1;
  end if;
  while position_in <= length(encoded) loop
    before := place;
    weight := 1;
    step := 36;
    loop
      digit := position(substr(encoded, position_in, 1) in 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
      if digit < 0 then return ''; end if;
      position_in := position_in + 1;
      place := place + digit * weight;
      threshold := least(26, greatest(1, step - bias));
      exit when digit < threshold;
      weight := weight * (36 - threshold);
      step := step + 36;
    end loop;
    delta := (place - before) / case when before = 0 then 700 else 2 end;
    delta := delta + delta / (length(decoded) + 1);
    step := 0;
    while delta > 455 loop
      delta := delta / 35;
      step := step + 36;
    end loop;
    bias := step + 36 * delta / (delta + 38);
    code_point := code_point + place / (length(decoded) + 1);
    place := place % (length(decoded) + 1);
    decoded := left(decoded, place) || chr(code_point) || substr(decoded, place + 1);
    place := place + 1;
  end loop;
  return decoded;
exception when others then
  return '';
end $$;

-- The host of an address as people write it; '' for a host in plain ASCII.
create function unicode_host(url text) returns text language plpgsql immutable strict parallel safe as $$
declare
  label text;
  labels text[] := '{}';
begin
  if url !~ 'xn--' then return ''; end if;
  foreach label in array string_to_array(split_part(split_part(lower(url), '//', 2), '/', 1), '.') loop
    labels := labels || case when label like 'xn--%' then decode_punycode(substr(label, 5)) else label end;
  end loop;
  return ' ' || array_to_string(labels, '.');
end $$;

alter table site_search drop column terms;
alter table site_search add column terms text not null
  generated always as (name || ' ' || lower(url) || unicode_host(url)) stored;
create index site_search_terms on site_search using gin (terms gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 256);
analyze site_search;
