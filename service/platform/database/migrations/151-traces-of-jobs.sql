-- oldest-code: 0.2.0
-- The step of a trace that started the job, in the form of the W3C; null without tracing.
alter table jobs add column trace_parent text;
