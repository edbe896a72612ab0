-- The text as it was read from the PDF, where somebody has corrected it; null where `content` is that.
alter table publications add column read_content text;
