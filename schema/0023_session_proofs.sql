-- When a session's user last proved who they are after the sign-in; null where they did not.
alter table people_sessions add column "provenAt" timestamptz;
