-- allowed drop: only the files just before this one know it, and no release does
drop table forgotten_until;
