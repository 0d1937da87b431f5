-- oldest-code: 0.2.0
-- Counting the sites with an open finding of an item reads this index alone.
create index vulnerability_findings_open on vulnerability_findings (kind, slug, site_id)
  where fixed_at is null and acceptance_id is null;
