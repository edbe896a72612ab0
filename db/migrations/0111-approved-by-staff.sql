alter table stories validate constraint stories_approved_by_staff;
