-- Every new version of a site's row, so every sync, put some thirty entries into the search index one by one: two thirds of
-- what writing the row cost. They are gathered now and go in together; the list that a search must read besides is kept so
-- short (a few hundred sites) that it does not notice.
alter index sites_search set (fastupdate = on, gin_pending_list_limit = 256);
