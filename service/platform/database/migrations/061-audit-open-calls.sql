-- oldest-code: 0.2.0
-- Calls that change something outside of the database, from before the change until its outcome is recorded.
create table audit_open_calls (
  -- Lines and open calls are listed together.
  id bigint primary key default nextval('audit_lines_id_seq'),
  at timestamptz not null,
  actor_kind text not null,
  actor_name text not null,
  user_id bigint,
  key_id bigint,
  address text,
  request_id text not null,
  operation text not null,
  subject text not null
);

-- Appends a sealed line in one round trip, inside or outside of the transaction of a change. `facts` is the JSON array of the
-- sealed values without its opening bracket; the seal before it becomes its first element. A given open call ends.
create function append_audit_line(
  line_at timestamptz, actor_kind text, actor_name text, user_id bigint, key_id bigint, address text, request_id text,
  operation text, subject text, outcome text, facts text, open_call bigint
) returns void language plpgsql as $$
declare
  seal_before text;
  line_seal text;
begin
  -- The row lock orders the lines; the chain of seals needs one order.
  select seal into strict seal_before from audit_head for update;
  line_seal := encode(sha256(convert_to('["' || seal_before || '",' || facts, 'UTF8')), 'hex');
  insert into audit_lines
    (at, actor_kind, actor_name, user_id, key_id, address, request_id, operation, subject, outcome, seal)
  values (line_at, $2, $3, $4, $5, $6, $7, $8, $9, $10, line_seal);
  update audit_head set seal = line_seal;
  if open_call is not null then
    delete from audit_open_calls where id = open_call;
  end if;
end
$$;
