-- Run by psql when the volume is created: the service's role owns its database and may do nothing else.
\getenv password POSTGRES_PASSWORD
create role ascend login password :'password' nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
alter database ascend owner to ascend;
revoke connect on database postgres, template1 from public;
-- The administrator signs in from inside the container alone, where no password is asked for.
alter role postgres password null;
